/**
 * The graph as the payload has it, read into objects; and what of it is to be seen when some regions are open.
 * @typedef {import('./types.js').GraphData} GraphData
 * @typedef {import('./types.js').GraphNode} GraphNode
 * @typedef {import('./types.js').GraphEdge} GraphEdge
 * @typedef {import('./types.js').GraphRegion} GraphRegion
 * @typedef {import('./types.js').Hidden} Hidden
 * @typedef {import('./types.js').Span} Span
 * @typedef {ReturnType<typeof readGraph>} Model
 * @typedef {GraphEdge & { members: GraphEdge[], values: number }} Bundle values that share a line, as one edge
 * @typedef {{ nodes: GraphNode[], regions: GraphRegion[], edges: Bundle[] }} View
 */

/** As many values are named on an edge; more are counted. As in `core/graph/fold.py`. */
const NAMED = 3;
/** An item of a list. */
const ITEM = /^([^\W\d][\w.]*)(?:\[(?:\d+|'[^']*')\])+$/;

/** @param {GraphData} data */
export function readGraph(data) {
  const text = (/** @type {number} */ at) => data.strings[at];
  const span = (/** @type {number} */ at) => (at < 0 ? null : /** @type {Span} */ (data.spans[at]));
  /** @type {Map<number, GraphRegion>} outer before inner */
  const regions = new Map();
  for (const [number, kind, label, parent, place, width, height] of data.regions) {
    const above = regions.get(parent);
    const region = {
      number,
      id: `r${number}`,
      kind: text(kind),
      label: text(label),
      parent,
      span: span(place),
      width,
      height,
      around: [...(above?.around ?? []), number],
    };
    regions.set(number, region);
  }
  const openable = new Set();
  for (const [region, , , , inner] of data.tiles) {
    openable.add(region);
    for (let i = 0; i < inner.length; i += 5) openable.add(inner[i]);
  }
  /** @type {GraphNode[]} the boxes that stand for one operation */
  const nodes = [];
  /** @type {Map<number, GraphNode>} what each region looks like when it is closed */
  const boxes = new Map();
  // A box that cannot be opened bears the number of a node that is in no picture: its edges end in its own region.
  /** @type {Map<number, number>} in which region the end of an edge lies */
  const home = new Map();
  for (const row of data.nodes) {
    const [number, kind, role, operation, label, names, avals, region, place, folded, folds, flops, bytes] =
      row;
    /** @type {GraphNode} */
    const node = {
      number,
      id: `n${number}`,
      kind: text(kind),
      role: text(role),
      operation: text(operation),
      label: text(label),
      names: names.map(text),
      avals: avals.map(text),
      region,
      span: span(place),
      folded,
      folds,
      flops,
      bytes,
    };
    if (folds < 0) nodes.push(node);
    else boxes.set(folds, node);
    if (folds < 0 || !openable.has(folds)) home.set(number, folds < 0 ? region : folds);
  }
  const edges = data.edges.map(([number, source, target, kind, name, aval, into]) => ({
    number,
    id: `e${number}`,
    source,
    target,
    kind: text(kind),
    name: text(name),
    aval: text(aval),
    into,
  }));
  /** @type {Hidden[]} */
  const hidden = data.hidden.map(([region, operation, label, names, avals, line]) => ({
    region,
    operation: text(operation),
    label: text(label),
    names: names.map(text),
    avals: avals.map(text),
    line,
  }));
  const first = data.tiles[0]?.[4] ?? [];
  const start = new Set([0, ...first.filter((_, i) => i % 5 === 0)]);
  /** Where each edge begins and ends when everything is open. */
  const ends = new Map(edges.map((edge) => [edge.number, edge]));
  return {
    name: data.name,
    nodes,
    boxes,
    regions,
    edges,
    ends,
    hidden,
    home,
    openable,
    start,
    stage: data.stage ?? [],
    total: data.total,
    /** Whether a kernel has what is not here. */
    asked: data.of !== undefined,
  };
}

/**
 * Whether what a node folds is not in the page.
 * @param {Model} model
 * @param {GraphNode} node
 */
export function isMissing(model, { folds, folded }) {
  return folds >= 0 && folded > 1 && !model.openable.has(folds);
}

/**
 * For each region the outermost closed one around it, itself included; -1 for what is in the picture.
 * @param {Model} model
 * @param {Set<number>} open
 * @returns {Map<number, number>}
 */
export function closings(model, open) {
  const found = new Map([[-1, -1]]);
  for (const { number, parent } of model.regions.values()) {
    const above = found.get(parent) ?? -1;
    found.set(number, above >= 0 ? above : open.has(number) ? -1 : number);
  }
  return found;
}

/**
 * What is to be seen when exactly the regions in `open` are open: closed ones are boxes, and edges end at what is there.
 * @param {Model} model
 * @param {Set<number>} open
 * @returns {View}
 */
export function viewOf(model, open) {
  const closed = closings(model, open);
  const at = (/** @type {number} */ region) => closed.get(region) ?? -1;
  const nodes = model.nodes.filter((node) => at(node.region) < 0);
  /** @type {Set<number>} */
  const folded = new Set();
  for (const [region, box] of model.boxes) {
    if (at(region) !== region) continue;
    nodes.push(box);
    folded.add(box.number);
  }
  nodes.sort((one, other) => one.number - other.number);

  /** @param {number} end */
  function seen(end) {
    const region = at(model.home.get(end) ?? 0);
    return region < 0 ? end : (model.boxes.get(region)?.number ?? end);
  }

  /**
   * Whether an end is in closed checks: what leads there is shown only where it leads nowhere else.
   * @param {number} end
   */
  function isQuiet(end) {
    return model.regions.get(at(model.home.get(end) ?? 0))?.kind === "checks";
  }
  /**
   * Whether a closed region is a list, whose items may change places from one iteration to the next.
   * @param {number} region
   */
  const isList = (region) => model.regions.get(region)?.kind === "items";
  const led = new Set(model.edges.filter(({ target }) => !isQuiet(target)).map(({ source }) => source));

  /** @type {Map<string, GraphEdge[]>} */
  const bundles = new Map();
  for (const edge of model.edges) {
    const [source, target] = [seen(edge.source), seen(edge.target)];
    const moves = edge.kind === "feedback" && isList(at(model.home.get(edge.source) ?? 0));
    if (source === target && edge.source !== edge.target && !moves) continue;
    const into = edge.into >= 0 && at(edge.into) < 0 ? edge.into : -1;
    if (into < 0 && isQuiet(edge.target) && (isQuiet(edge.source) || led.has(edge.source))) continue;
    const begins = model.regions.get(edge.into)?.kind === "body";
    if ((edge.kind === "feedback" || begins) && isQuiet(edge.source)) continue;
    const alone = !folded.has(source) && !folded.has(target);
    const key = alone ? edge.id : `${source} ${target} ${edge.kind}`;
    const moved = { ...edge, source, target, into };
    const bundle = bundles.get(key);
    if (bundle) bundle.push(moved);
    else bundles.set(key, [moved]);
  }
  const regions = [...model.regions.values()].filter((region) => at(region.number) < 0);
  return { nodes, regions, edges: [...bundles.values()].map(bundled) };
}

/**
 * @param {GraphEdge[]} members
 * @returns {Bundle}
 */
function bundled(members) {
  const [first] = members;
  const values = new Map(members.map((edge) => [`${edge.name} ${edge.aval}`, edge.name]));
  if (values.size === 1 || first.kind === "control" || first.kind === "order")
    return { ...first, members, values: 1 };
  const lists = new Set([...values.values()].map((name) => name.replace(ITEM, "$1")));
  const names = lists.size === 1 ? [...lists] : [...values.values()].filter(Boolean);
  const few = lists.size === 1 || (values.size <= NAMED && names.length === values.size);
  return {
    ...first,
    name: few ? names.join(", ") : `${values.size} values`,
    aval: "",
    members,
    values: values.size,
  };
}
