/** The words of the page in German; `said` has them by what `words.js` says in English. */

import { GERMAN_SAID } from "./said-de.js";

/** @type {import('./words.js').Words} */
export const GERMAN = {
  names: ["Rundgang", "Weiter", "Schließen", "Tasten"],
  tour: [
    "Ihr Quelltext. Zeigen Sie auf eine Zeile: was aus ihr wurde, leuchtet überall auf. Ein Klick hält es fest, Escape löst es.",
    "Dasselbe Programm als Code, von Ihrem bis zu dem der Maschine: ein Reiter für jede Form.",
    "Das Programm als Graph. − schließt eine Schleife oder Verzweigung zu einem Kasten, + öffnet ihn.",
    "Ob die Ergebnisse gleich sind, und was schneller ist.",
    "„Schritte“ spielt den Lauf Zeile für Zeile ab, mit allen Werten. Die Taste ? zeigt alle Tasten.",
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
  said: GERMAN_SAID,
};
