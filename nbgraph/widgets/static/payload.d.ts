/** The payload's shapes, as `widgets/payload/` writes them. Never shipped to a browser. */
import type { Control, Shown } from "./types.js";

/** Line, column, end line, end column: lines from 1, columns in characters from 0, end exclusive. */
export type Span = [number, number, number, number];

/** Per line: distance from the end of the token before, length, kind, and so on. */
export type Tokens = number[][];

export interface Payload {
  version: number;
  functions: FunctionData[];
  /** Several functions that were timed, held against each other in words. */
  together?: string[];
  /** The controls of a live explorer, and what its page is known by. */
  live?: { key: string; controls: Control[]; values: Record<string, Shown> };
  /** What a page says in each of its languages but English, by the English words; a widget has it in its script. */
  said?: Record<string, Record<string, string>>;
}

/** The lines of the function, then of each helper that its call reaches. */
export interface Source {
  /** The number of the first line. */
  first: number;
  lines: string[];
  tokens: Tokens;
  /** Of each helper: the position of its first line, its number, its name, its cell or file if that is another. */
  helpers?: [number, number, string, string][];
}

export interface FunctionData {
  title: string;
  file: string;
  value: string | null;
  pythonValue: string | null;
  /** Whether a reader guesses what it gives before it is shown. */
  predict?: boolean;
  /** The language of the page where it is not English. */
  lang?: string;
  /** Stands beside the others, tied to them. */
  beside?: boolean;
  source: Source;
  codes: CodeData[];
  /** A place that calls a helper, and the places in that which made something of the graph. */
  calls?: [Span, Span[]][];
  /** Lines that a statement begins in, with the operations it made; "" for none, or `return`, `break`, `continue`. */
  made?: [number, string][];
  graph: GraphData | null;
  timing: TimingData | null;
  /** What its loops carry, iteration by iteration, where that was asked for. */
  history?: HistoryData;
  /** Times against the size of an argument, where they were asked for. */
  sweep?: SweepData;
  /** What changed since the version before, where that was asked for. */
  diff?: DiffData;
  /** Whether the graph's result is Python's, also without timings. */
  verdict: VerdictData | null;
  cause: CauseData | null;
  anomaly?: AnomalyData;
  findings: FindingData[];
  /** The run of the graph, step by step. */
  recording?: RecordingData;
  /** The traces that calls of the function have made so far, where there were several calls. */
  traces?: TracesData;
  decisions: DecisionData[];
  errors: ErrorData[];
  /** Sentences about how the report was made, e.g. that it did not run in a process of its own. */
  notes?: string[];
}

/** Charts of what loops carry: shapes are tag, attributes and text, see `core/history/chart.py`. */
export interface HistoryData {
  loops: { title: string; charts: ChartData[]; left: number }[];
  notes: string[];
  /** The same as text. */
  text: string;
}

export interface ChartData {
  label: string;
  /** The view box. */
  box: string;
  shapes: [string, Record<string, string | number>, string][];
}

/** A recorded run; what many steps share is said once, see `core/recording/data.py`. */
export interface RecordingData {
  /** Ids of the graph's nodes that get values. */
  nodes: string[];
  /** The user's variables. */
  names: string[];
  texts: string[];
  /**
   * Line; node and variable (or -1) for each value made there; what the test in it gave (1, 0 or null); ids of the
   * regions of branches taken, and of those not taken.
   */
  places: [number, number[], (number | null)?, string[]?, string[]?][];
  /** For each step its place. */
  steps: number[];
  /** The values of all steps, one for each of their places' nodes, as numbers of texts. */
  values: number[];
  /** Variables that get a value without a node: step, name, text (or -1: no operation), ... */
  more: number[];
  /** Where plain Python has another text than the graph: step, name, text (or -1: no value), ...; null without it. */
  python: number[] | null;
  /** Changes of the loop: step, position in `loops` (or -1), round, ... */
  moves: number[];
  /** Line, region, rounds made, whether it ended, the loop around (or -1), the round of that, rounds kept. */
  loops: [number, string, number, number, number, number, number][];
  printed: [number, string][];
  /** Variables that begin or cease to be different numbers in plain Python: step, name, ... */
  apart: number[];
  /** The places that Python alone comes to, while it traces: they leave the graph nothing to compute. */
  alone?: number[];
  /** Whether Python ran on NumPy copies of JAX's arrays, which it cannot assign to. */
  onCopies?: boolean;
  /** The first position where the runs are apart: step, name. */
  difference: [number, number] | null;
  notes: string[];
  result: string;
  /** The names of the other functions that a run goes into; the shown function is number 0 and not among them. */
  functions?: string[];
  /** Ways by which functions are called: the function, the line of the call, the caller's way (or -1). */
  ways?: [number, number, number][];
  /** For each name the way of the call whose variable it is. */
  owners?: number[];
  /** Changes of the call: step, way, first step of the call, ... */
  calls?: number[];
  /** For each of `nodes` the region that it lies in. */
  homes?: (string | null)[];
  /** A region, the id of the box that stands for it when it is closed, the region around. */
  regions?: [string, string | null, string | null][];
}

export interface CodeData {
  form: string;
  lines: string[];
  tokens: Tokens;
  /**
   * Generated span followed by source span, eight numbers a link: the line from that of the link before, the column,
   * then how many lines and columns further it ends. `linksOf` reads it.
   */
  links: number[][];
  /** What its words of the kind "runtime" mean. */
  words?: Record<string, string>;
}

/**
 * A graph in rows of numbers: ids without their letter, places in `strings` and `spans`; -1 for none. `readGraph` reads
 * it.
 */
export interface GraphData {
  name: string;
  /** The view at first as a text tree. */
  text: string;
  /** Number, kind, role, operation, label, names, avals, region, span, folded, folds, flops, bytes. */
  nodes: [
    number,
    number,
    number,
    number,
    number,
    number[],
    number[],
    number,
    number,
    number,
    number,
    number,
    number,
  ][];
  /** Number, source, target, kind, name, aval, the region it steers. */
  edges: [number, number, number, number, number, number, number][];
  /** Number, kind, label, parent, span, width and height when closed. */
  regions: [number, number, number, number, number, number, number][];
  /**
   * The layouts: region, width, height; nodes (number, middle, width, height, flat); regions (number, left, top, width,
   * height, flat); lines (number of the edge, 0 or 1 and the label's place from the first point, the first point, each
   * further control point from the one before). Empty when there is no layout engine.
   */
  tiles: [number, number, number, number[], number[], number[][]][];
  /** Layouts for a stage that the first tile is too large for, the largest first: as tiles, then what is open. */
  stage?: [...GraphData["tiles"][number], number[]][];
  /** What is in no picture, for the search: region, operation, label, names, avals, line. */
  hidden: [number, number, number, number[], number[], number][];
  /** How many operations are not even in `hidden`. */
  unsearched: number;
  /** How many operations there are. */
  total: number;
  /** In a live explorer, where a kernel has what is in no tile: the number of its result. */
  of?: number;
  strings: string[];
  spans: Span[];
}

export interface DecisionData {
  span: Span;
  construct: string;
  became: string;
  reason: string;
  carry: string[];
  promotions: [string, string, string][];
  trips: number | null;
}

export interface ErrorData {
  id: string;
  message: string;
  remedy: string;
  variable: string | null;
  place: string | null;
  span: Span | null;
}

/** Where the graph's values first leave Python's, and why. */
export interface CauseData {
  id: string;
  message: string;
  remedy: string;
  variable: string;
  code: string;
  expected: string;
  actual: string;
  /** What in the graph makes the difference; empty where the message says it. */
  reason: string;
  /** The line of each loop around, outermost first, and the round it was in. */
  iterations: [number, number][];
  /** The place in words. */
  where: string;
  span: Span | null;
}

/** The first inf or nan of a call, or index out of range, also where Python has the same. */
export interface AnomalyData {
  /** "nan", "inf", "-inf" or several of them; or "index out of range". */
  value: string;
  message: string;
  /** Whether the result holds it; else it was made on the way. */
  inResult: boolean;
  span: Span | null;
  /** Where numbers go bad on the way to a result that holds it, in the order of the run. */
  marks?: BadMark[];
}

/** An operation whose result is inf or nan, or zero for a number that is none. */
export interface BadMark {
  value: string;
  /** JAX's name of the operation. */
  operation: string;
  message: string;
  span: Span;
}

/** What a graph will do otherwise than Python, found without running it. */
export interface FindingData {
  rule: string;
  span: Span;
  message: string;
  remedy: string;
}

export interface TracesData {
  /** Which trace the call uses, and why. */
  said: string;
  /** The position of that trace. */
  number: number;
  /** Arguments, when it was made, what it cost, the calls that use it, the reason. */
  rows: string[][];
  /** Which lines Python alone ran while it was traced; "" for none. */
  ran: string;
}

export interface SampleData {
  n: number;
  loops: number;
  median: number;
  iqr: number;
  /** The first and the third: half of the runs lie between them. */
  quartiles: [number, number];
  minimum: number;
  maximum: number;
  runs: number[];
  runs_left_out: number;
}

export interface BaselineData {
  name: string;
  label: string;
  sample: SampleData | null;
  error: string | null;
  note: string;
}

export interface PhasesData {
  trace: number | null;
  lower: number | null;
  compile: number | null;
  first_call: number | null;
  total: number | null;
}

export interface VerdictData {
  equal: boolean | null;
  kind: string;
  message: string;
  differences: { path: string; expected: string; actual: string; reason: string }[];
  tolerance: string;
  reference: string;
}

export interface DiffData {
  /** The call of the version before. */
  title: string;
  /** Its place among the functions shown. */
  at: number | null;
  sentences: string[];
  /** Of the source and of the generated code: sign, old line, new line, text, place in the new source. */
  codes: { form: string; rows: [string, number | null, number | null, string, Span | null][] }[];
  /** Of the graph: sign, id in the old and in the new graph, text, place in the new source. */
  nodes: [string, string | null, string | null, string, Span | null][];
}

export interface SweepData {
  /** What changes: `n`, or `len(x)`. */
  over: string;
  /** Whether the sizes want a logarithmic scale. */
  log: boolean;
  /** All that were asked for. */
  sizes: number[];
  /** Points: size, median, first and third quartile in seconds, runs. */
  series: { name: string; label: string; points: number[][]; ended: string }[];
  /** Size, and seconds of the first call of the graph that it needed. */
  first: number[][];
  /** Sizes at which the results differ. */
  different: number[];
  sentences: string[];
}

export interface TimingData {
  title: string;
  text: string;
  sentences: string[];
  baselines: BaselineData[];
  phases: PhasesData;
  verdict: VerdictData;
  anomaly: Omit<AnomalyData, "span" | "marks"> | null;
  break_even: number | "never" | null;
  notes: string[];
}
