/**
 * The steps of a function's run, in its source and in its graph.
 * @typedef {import('./recording.js').Position} Position
 */

import { stepsInGraph } from "./step-graph.js";
import { stepsInSource } from "./step-source.js";
import { stepper } from "./stepper.js";

/**
 * @param {import('./types.js').RecordingData} recording
 * @param {HTMLElement} source
 * @param {import('./graph-pane.js').GraphPane | null} graph
 * @param {(position: Position | null) => void} heard
 * @param {import('./stepper.js').KeptSteps | null} [kept]
 */
export function stepping(recording, source, graph, heard, kept) {
  const shows = [stepsInSource(source), ...(graph ? [stepsInGraph(graph, recording)] : []), heard];
  return stepper(recording, shows, kept);
}
