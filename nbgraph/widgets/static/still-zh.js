/** What only the still view and the text say, in Chinese, by what they say in English: no page carries it. */

/** @type {Record<string, string>} */
export const CHINESE_STILL = {
  "Scripts do not run here, so this is a still view. In Jupyter, the command Trust Notebook (Ctrl or Cmd+Shift+C finds it) or `jupyter trust NAME.ipynb` makes it interactive.":
    "此处不运行脚本，因此这是静态视图。在 Jupyter 中，使用命令 Trust Notebook（按 Ctrl 或 Cmd+Shift+C 查找）或 `jupyter trust NAME.ipynb` 即可交互。",
  "Dataflow graph of {0}": "{0} 的数据流图",
  "error [{0}]": "错误 [{0}]",
  "note [{0}]": "提示 [{0}]",
  "cause: {0}": "原因：{0}",
  "besides the result: an effect": "结果之外：一个副作用",
  "{0}: expected {1}, graph gave {2}": "{0}：预期 {1}，计算图得到 {2}",
  "Controls (kernel needed): {0}": "控件（需要内核）：{0}",
  "{0} = ? (a guess comes first: the page shows the rest, and `%autograph --reveal GUESS`)":
    "{0} = ?（先猜：其余见页面，或 `%autograph --reveal GUESS`）",
  "  … {0} more line": "  … 另有 {0} 行",
  "  … {0} more lines": "  … 另有 {0} 行",
  "once, before: {0}": "仅一次，在此之前：{0}",
  "The graph is not drawn where a call was stopped; run the cell again to see it.":
    "调用被停止时不绘图；重新运行单元格即可查看。",
};
