/** The words of the page in Chinese; `said` has them by what `words.js` says in English. */

import { CHINESE_SAID } from "./said-zh.js";

/** @type {import('./words.js').Words} */
export const CHINESE = {
  names: ["导览", "下一步", "关闭", "按键"],
  tour: [
    "您的源代码。指向一行，它变成的内容会在各处亮起。单击保持，Escape 取消。",
    "同一程序的各种代码形式，从您的代码到机器的代码，每种一个标签。",
    "程序的计算图。− 把循环或分支收成一个框，+ 将其展开。",
    "结果是否相同，哪种更快。",
    "“逐步执行”逐行播放运行过程及所有的值。按 ? 键显示所有按键。",
  ],
  keys: [
    "← ↑ → ↓",
    "在窗格内移动",
    "Enter",
    "保持亮起的内容；打开或关闭框",
    "Esc",
    "取消、关闭",
    "/",
    "在图中搜索",
    "+ − 0",
    "图的大小",
    "z",
    "单独显示一个区域，及返回",
    "f",
    "舞台模式及返回；其中 c：代码，t：计时",
    "→ ←",
    "步骤：前进、后退；加 Shift：一次迭代",
    "空格",
    "步骤：播放、暂停",
    "o i",
    "步骤：越过调用、进入调用",
  ],
  said: CHINESE_SAID,
};
