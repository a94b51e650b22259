/**
 * The words of the page in the reader's language, English where there are none in it.
 * @typedef {{ names: string[], tour: string[], keys: string[] }} Words `names` are of the tour, its next step, its end and the
 *   keys; in `keys` each key is followed by what it does
 */

/** @type {{ en: Words, de: Words, zh: Words }} */
const WORDS = {
  en: {
    names: ["Tour", "Next", "Close", "Keys"],
    tour: [
      "Your source. Point at a line: what became of it lights up everywhere. A click keeps that, Escape lets go.",
      "The same program as code, from yours to the machine's: one tab for each form.",
      "The program as a graph. − closes a loop or a choice into one box, + opens it.",
      "Whether the results are the same, and what is faster.",
      "“Step through” plays the run line by line, with all values. The key ? shows all keys.",
    ],
    keys: [
      "← ↑ → ↓",
      "inside a pane",
      "Enter",
      "keep what is lit; open or close a box",
      "Esc",
      "let go, close",
      "/",
      "search the graph",
      "+ − 0",
      "size of the graph",
      "z",
      "a region as a page of its own, and back",
      "f",
      "stage, and back; there c: code, t: timing",
      "→ ←",
      "steps: one forward, one back; with Shift: an iteration",
      "Space",
      "steps: play, pause",
      "o i",
      "steps: over a call, into calls",
    ],
  },
  de: {
    names: ["Rundgang", "Weiter", "Schließen", "Tasten"],
    tour: [
      "Ihr Quelltext. Zeigen Sie auf eine Zeile: was aus ihr wurde, leuchtet überall auf. Ein Klick hält es fest, Escape löst es.",
      "Dasselbe Programm als Code, von Ihrem bis zu dem der Maschine: ein Reiter für jede Form.",
      "Das Programm als Graph. − schließt eine Schleife oder Verzweigung zu einem Kasten, + öffnet ihn.",
      "Ob die Ergebnisse gleich sind, und was schneller ist.",
      "„Step through“ spielt den Lauf Zeile für Zeile ab, mit allen Werten. Die Taste ? zeigt alle Tasten.",
    ],
    keys: [
      "← ↑ → ↓",
      "innerhalb eines Bereichs",
      "Enter",
      "festhalten, was leuchtet; Kasten öffnen oder schließen",
      "Esc",
      "loslassen, schließen",
      "/",
      "im Graphen suchen",
      "+ − 0",
      "Größe des Graphen",
      "z",
      "ein Bereich als eigene Seite, und zurück",
      "f",
      "Bühne, und zurück; dort c: Code, t: Zeiten",
      "→ ←",
      "Schritte: vor, zurück; mit Umschalt: eine Iteration",
      "Leertaste",
      "Schritte: abspielen, anhalten",
      "o i",
      "Schritte: über einen Aufruf, in Aufrufe",
    ],
  },
  zh: {
    names: ["导览", "下一步", "关闭", "按键"],
    tour: [
      "您的源代码。指向一行，它变成的内容会在各处亮起。单击保持，Escape 取消。",
      "同一程序的各种代码形式，从您的代码到机器的代码，每种一个标签。",
      "程序的计算图。− 把循环或分支收成一个框，+ 将其展开。",
      "结果是否相同，哪种更快。",
      "“Step through”逐行播放运行过程及所有的值。按 ? 键显示所有按键。",
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
  },
};

/** What stands on panes, buttons, lists and in the legend: English, German, Chinese. */
export const SAID = [
  ["Source", "Quelltext", "源代码"],
  ["Generated code", "Erzeugter Code", "生成的代码"],
  ["Graph", "Graph", "计算图"],
  ["Same? Faster?", "Gleich? Schneller?", "相同？更快？"],
  ["Loops over time", "Schleifen im Verlauf", "循环的过程"],
  ["What changed", "Was sich änderte", "有何变化"],
  ["Step through", "Schritte", "逐步执行"],
  ["Close the steps", "Schritte schließen", "关闭步骤"],
  ["Stage", "Bühne", "舞台"],
  ["Projector", "Projektor", "投影"],
  ["First", "Anfang", "开头"],
  ["« iteration", "« Iteration", "« 迭代"],
  ["‹ Back", "‹ Zurück", "‹ 后退"],
  ["▶ Play", "▶ Abspielen", "▶ 播放"],
  ["⏸ Pause", "⏸ Pause", "⏸ 暂停"],
  ["Step ›", "Weiter ›", "前进 ›"],
  ["iteration »", "Iteration »", "迭代 »"],
  ["Last", "Ende", "末尾"],
  ["Over ⤼", "Über ⤼", "越过 ⤼"],
  ["Into calls", "In Aufrufe", "进入调用"],
  ["Variables after this step", "Variablen nach diesem Schritt", "此步之后的变量"],
  ["Variable", "Variable", "变量"],
  ["Iteration began with", "Iteration begann mit", "迭代开始时"],
  ["Plain Python", "Reines Python", "纯 Python"],
  ["Python on NumPy copies", "Python mit NumPy-Kopien", "NumPy 副本上的 Python"],
  ["slow", "langsam", "慢"],
  ["normal", "normal", "正常"],
  ["fast", "schnell", "快"],
  ["with source", "mit Quelltext", "含源代码"],
  ["copy", "kopieren", "复制"],
  ["search", "suchen", "搜索"],
  ["fit", "einpassen", "适合"],
  ["all closed", "alles zu", "全部收起"],
  ["idea", "Idee", "概要"],
  ["operations", "Operationen", "运算"],
  ["everything", "alles", "全部"],
  ["cost: off", "Kosten: aus", "成本：关"],
  ["cost: flops", "Kosten: Flops", "成本：flops"],
  ["cost: bytes", "Kosten: Bytes", "成本：字节"],
  ["types", "Typen", "类型"],
  ["legend", "Legende", "图例"],
  ["text", "Text", "文本"],
  ["argument", "Argument", "参数"],
  ["result", "Ergebnis", "结果"],
  ["constant", "Konstante", "常量"],
  ["folded region", "geschlossener Bereich", "收起的区域"],
  ["bookkeeping", "Buchführung", "簿记"],
  ["decision", "Entscheidung", "判断"],
  ["loop variable", "Schleifenvariable", "循环变量"],
  ["element of this iteration", "Element dieser Iteration", "本次迭代的元素"],
  ["collected results", "gesammelte Ergebnisse", "收集的结果"],
  ["result of a choice", "Ergebnis einer Wahl", "分支的结果"],
  ["handed on unchanged", "unverändert weitergegeben", "原样传递"],
  ["unused: nothing needs its value", "unbenutzt: niemand braucht den Wert", "未使用：其值无人需要"],
  ["calls Python: leaves the graph", "ruft Python: verlässt den Graphen", "调用 Python：离开计算图"],
  [
    "larger than each operand: both are stretched",
    "größer als jeder Operand: beide gestreckt",
    "大于各操作数：二者均被扩展",
  ],
  ["operation", "Operation", "运算"],
  [
    "between devices: takes what others have",
    "zwischen Geräten: nimmt, was andere haben",
    "设备之间：取用其他设备的值",
  ],
  ["loop", "Schleife", "循环"],
  ["loop of known length", "Schleife bekannter Länge", "长度已知的循环"],
  ["choice", "Verzweigung", "分支选择"],
  ["branch", "Zweig", "分支"],
  ["branch, True on the left", "Zweig, True links", "分支，左为 True"],
  ["test of a loop", "Test einer Schleife", "循环的条件"],
  ["body of a loop", "Rumpf einer Schleife", "循环体"],
  ["called function", "gerufene Funktion", "被调用的函数"],
  ["library function", "Bibliotheksfunktion", "库函数"],
  ["part of the program", "Teil des Programms", "程序的一部分"],
  ["items of a list", "Elemente einer Liste", "列表的元素"],
  ["loop written out", "ausgeschriebene Schleife", "展开的循环"],
  ["iteration", "Iteration", "迭代"],
  ["further iterations, alike", "weitere Iterationen, ebenso", "其余相同的迭代"],
  ["forward pass of a derivative", "Vorwärtslauf einer Ableitung", "导数的前向过程"],
  [
    "backward pass: ∂(x) is the derivative through x",
    "Rückwärtslauf: ∂(x) ist die Ableitung durch x",
    "反向过程：∂(x) 是经过 x 的导数",
  ],
  ["batch: all elements at once", "Stapel: alle Elemente zugleich", "批：所有元素同时"],
  ["to the next iteration", "zur nächsten Iteration", "到下一次迭代"],
  ["decides", "entscheidet", "决定"],
  ["waits for the effect before", "wartet auf die Wirkung davor", "等待之前的作用"],
  ["open, close", "öffnen, schließen", "展开、收起"],
  ["✖ error, as in Python", "✖ Fehler, wie in Python", "✖ 错误，与 Python 相同"],
  ["✖ error", "✖ Fehler", "✖ 错误"],
  ["✖ differs", "✖ verschieden", "✖ 不同"],
  ["⚠ same result, other effect", "⚠ gleiches Ergebnis, andere Wirkung", "⚠ 结果相同，作用不同"],
  ["✓ same as Python", "✓ gleich wie Python", "✓ 与 Python 相同"],
  ["No result to compare", "Kein Ergebnis zum Vergleich", "没有可比较的结果"],
  ["Not the same result", "Nicht dasselbe Ergebnis", "结果不同"],
  ["one call, log scale", "ein Aufruf, logarithmisch", "单次调用，对数刻度"],
  ["median", "Median", "中位数"],
  [
    "Shape and element type on every edge that has room",
    "Form und Elementtyp an jeder Kante mit Platz",
    "在有空间的边上显示形状和类型",
  ],
  ["What the shapes mean", "Was die Formen bedeuten", "各形状的含义"],
  ["The graph as text instead of a picture", "Der Graph als Text statt als Bild", "以文本代替图显示"],
  [
    "Your lines, and under each one the code that it became",
    "Ihre Zeilen, und unter jeder der Code, der aus ihr wurde",
    "您的各行及其变成的代码",
  ],
  [
    "Large type and thick lines, in all outputs of the page",
    "Große Schrift und dicke Linien, in allen Ausgaben",
    "所有输出使用大字和粗线",
  ],
  [
    "Source and graph on the whole screen (f); code (c) and timing (t) on call",
    "Quelltext und Graph auf dem ganzen Bildschirm (f); Code (c) und Zeiten (t) auf Abruf",
    "全屏显示源代码和计算图（f）；按需显示代码（c）和计时（t）",
  ],
];

const LANGUAGES = /** @type {const} */ (["en", "de", "zh"]);
const KNOWN = new Map(SAID.map((row) => [row[0], row]));
let chosen = "";

/**
 * Chooses the language; without a name, or with one that nothing is known in, it is the browser's.
 * @param {string} [language] as a browser names it, such as `de-AT`
 */
export function speak(language = "") {
  chosen = language;
}

/** @param {string} browser what the browser asks for */
function language(browser = globalThis.navigator?.language ?? "") {
  const asked = [chosen, browser];
  return (
    asked.flatMap((name) => LANGUAGES.filter((known) => name.toLowerCase().startsWith(known)))[0] ?? "en"
  );
}

/**
 * English words of ours in the reader's language; what has no row, such as a name of the user's, stays.
 * @param {string} text
 */
export function say(text) {
  return KNOWN.get(text)?.[LANGUAGES.indexOf(language())] ?? text;
}

/**
 * @param {string} [browser] what the browser asks for
 * @returns {Words}
 */
export function wordsIn(browser) {
  return WORDS[language(browser)];
}
