/**
 * Words in the reader's language, English where there are none in it.
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

/**
 * @param {string | undefined} language as a browser names it, such as `de-AT`
 * @returns {Words}
 */
export function wordsIn(language = globalThis.navigator?.language) {
  return Object.entries(WORDS).find(([name]) => language?.startsWith(name))?.[1] ?? WORDS.en;
}
