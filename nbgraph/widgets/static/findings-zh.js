/** What findings say, in Chinese, by what they say in English. */

/** @type {Record<string, string>} */
export const CHINESE_FINDINGS = {
  "`{0}` acts once, while the graph is made, and not again at each call":
    "`{0}` 只在建图时起作用一次，不会每次调用都起作用",
  "return the value, and act outside; `print` and logging act at every call":
    "返回该值，在外面处理；`print` 和 logging 每次调用都起作用",
  "the generator is outside of the function, and what it draws is drawn once, while the graph is made":
    "随机生成器在函数之外，只在建图时抽取一次",
  "`key, part = jax.random.split(key)` and `jax.random.{0}`, with a `key` that is an argument; or draw before the call and pass the number":
    "用 `key, part = jax.random.split(key)` 和 `jax.random.{0}`，`key` 作为参数；或在调用前抽取并传入",
  "`jax.random.uniform(key)` with a `key` that is an argument; or draw before the call and pass the number":
    "用 `jax.random.uniform(key)`，`key` 作为参数；或在调用前抽取并传入",
  "`{0}` starts from the same seed in every iteration and at every call, and gives the same numbers":
    "`{0}` 在每次迭代和调用中都从同一种子开始，给出相同的数",
  "`{0}` starts from the same seed at every call, and gives the same numbers":
    "`{0}` 每次调用都从同一种子开始，给出相同的数",
  "make it outside and pass it as an argument: `key, part = jax.random.split(key)`":
    "在外面创建并作为参数传入：`key, part = jax.random.split(key)`",
  "the default of `{0}` is made once and shared by all calls, and this one changes it":
    "`{0}` 的默认值只创建一次，所有调用共用，而这里改变了它",
  "`functools.lru_cache` in place of `{0}`": "用 `functools.lru_cache` 代替 `{0}`",
  "`{0}=None`, and make a new one inside": "`{0}=None`，在函数内新建",
  "`{0}` is {1}, which is changed here while the graph is made, and never again":
    "`{0}` 是 {1}，只在建图时于此改变，以后不再改变",
  "numbers, a list or an array in its place; or a loop whose number of iterations is known":
    "改用数、列表或数组；或用迭代次数已知的循环",
  "`{0}` outlives the call and is changed by it, but a graph's Python runs once only":
    "`{0}` 在调用后仍存在并被它改变，而计算图的 Python 只运行一次",
  "return the new value of `{0}`, and assign it where the function is called":
    "返回 `{0}` 的新值，在调用处赋值",
  "a graph does not know whether an array came from NumPy or from JAX": "计算图不知道数组来自 NumPy 还是 JAX",
  "ask for both, `isinstance(v, (np.ndarray, jax.Array))`; or for what you need, as `v.ndim`":
    "两者都问，`isinstance(v, (np.ndarray, jax.Array))`；或只问所需，如 `v.ndim`",
  "do it in the body of the loop; or collect the items in a list before, `list(...)`":
    "在循环体内做；或事先把元素收进列表，`list(...)`",
  "`{0}`, item by item": "`{0}`，逐个元素",
  "`{0}`, for each item": "`{0}`，对每个元素",
  "`{0}`, a whole number": "`{0}`，一个整数",
  "`{0}`, a list": "`{0}`，一个列表",
  "`{0}`, a list, with square brackets": "`{0}`，用方括号的列表",
  "`{0}`, a function": "`{0}`，一个函数",
  "`{0}`, for a longer text": "`{0}`，得到更长的文本",
  "`{0}`, without parentheses": "`{0}`，不带括号",
  "`{0}`, a name for each": "`{0}`，各有一个名字",
  "`{0}`, the number that the string stands for": "`{0}`，字符串所表示的数",
  "`{0}`, rows of one length": "`{0}`，各行等长",
  "`{0}`, which is a number already": "`{0}`，它已经是数",
  "`{0}`, the number of rows": "`{0}`，行数",
  "`{0}`, which ends the function alone": "`{0}`，只结束函数",
  "`{0}`, or an array of floats": "`{0}`，或浮点数组",
  "`{0}` before this line": "在此行之前写 `{0}`",
  "`{0}` before this line, so that it exists on both": "在此行之前写 `{0}`，使两条路径上都有它",
  "`{0}` before this line: a list may hold it": "在此行之前写 `{0}`：列表可以容纳它",
  "`{0}` before, so that it has a value on every path": "先写 `{0}`，使它在每条路径上都有值",
  "`{0}` before the loop": "在循环之前写 `{0}`",
  "`{0}` behind the block, not in it": "把 `{0}` 写在块后，而非块内",
  "`{0}` in place of `{1}`": "用 `{0}` 代替 `{1}`",
  "`{0}` in place of `{1}`, one name for both": "用 `{0}` 代替 `{1}`，两者用同一名字",
  "`{0}` for `{1}` in line {2}": "第 {2} 行用 `{0}` 代替 `{1}`",
  "`{0}` at the end of `{1}`": "在 `{1}` 末尾写 `{0}`",
  "`{0}` last in `{1}`, and `{2}` in line {3}": "在 `{1}` 最后写 `{0}`，第 {3} 行写 `{2}`",
  "`{0}` first in `{1}`": "在 `{1}` 开头写 `{0}`",
  "`{0}` with `{1}` in it": "`{0}`，其中写 `{1}`",
  "`{0}`, and `{1}` where it is called; `print` acts at every run":
    "`{0}`，并在调用处写 `{1}`；`print` 每次运行都起作用",
  "`{0}` in the call, a list of its items": "调用时写 `{0}`，即其元素的列表",
  "`{0}` in the call: one array in place of a list of numbers": "调用时写 `{0}`：用数组代替数的列表",
  "`{0}` as the default, and `{1}` in the function where it is None":
    "默认值写 `{0}`，函数内为 None 时写 `{1}`",
  "`{0}` (`--static {1}` in a cell): a graph for each value":
    "`{0}`（单元格中 `--static {1}`）：每个值一个图",
  "a `while` loop; or `{0}` (`--static {1}` in a cell): a graph for each value":
    "`while` 循环；或 `{0}`（单元格中 `--static {1}`）：每个值一个图",
  "`{0}` with all the values, in place of `yield`": "用 `{0}` 返回所有值，代替 `yield`",
  "`{0}` or `{1}` for one answer, or `{2}` to choose per element":
    "`{0}` 或 `{1}` 得一个答案，或用 `{2}` 逐元素选择",
  "keys of one kind, e.g. strings: `{0}`": "同类的键，例如字符串：`{0}`",
  "items of one kind, as `{0}` in place of `{1}`": "同类的元素，如用 `{0}` 代替 `{1}`",
  "arrays of one shape for `{0}`, as `{1}` cuts the longer one":
    "`{0}` 用形状相同的数组，如 `{1}` 截短较长者",
  "the condition `{0}` is a {1} array of shape {2}, not one truth value":
    "条件 `{0}` 是形状为 {2} 的 {1} 数组，不是一个真值",
  "Python raises {0}; a graph does not raise: floats become `inf` or `nan`, integers some number.":
    "Python 引发 {0}；计算图不引发：浮点数变成 `inf` 或 `nan`，整数变成某个数。",
  "Python raises {0}; a graph does not raise, and goes on with `inf`.":
    "Python 引发 {0}；计算图不引发，以 `inf` 继续。",
  "Python raises {0}; a graph does not raise, and goes on with `nan`.":
    "Python 引发 {0}；计算图不引发，以 `nan` 继续。",
  "Python raises {0}; a graph does not raise: it reads the nearest item, and drops a write.":
    "Python 引发 {0}；计算图不引发：读最近的元素，丢弃写入。",
  "`{0}` with what a missing key stands for": "`{0}`，给出缺少的键所代表的值",
  "JAX refuses `{0}`: {1}": "JAX 拒绝 `{0}`：{1}",
  "`{0}` has shape {1} and `{2}` shape {3}": "`{0}` 的形状是 {1}，`{2}` 的是 {3}",
  "`{0}` has shape {1} and `{2}` shape {3}: the {4} of the one and the {5} of the other must be equal":
    "`{0}` 的形状是 {1}，`{2}` 的是 {3}：{4} 与 {5} 必须相等",
  "{0} (`{1}` has shape {2} and `{3}` shape {4})": "{0}（`{1}` 的形状是 {2}，`{3}` 的是 {4}）",
  "{0} (`{1}` has shape {2} and `{3}` shape {4}: the {5} of the one and the {6} of the other must be equal)":
    "{0}（`{1}` 的形状是 {2}，`{3}` 的是 {4}：{5} 与 {6} 必须相等）",
  "arrays that fit: for `{0}` one of shape {1}, or for `{2}` one of shape {3}":
    "相配的数组：`{0}` 用形状 {1}，或 `{2}` 用形状 {3}",
  "`{0}`, whose inner lengths are equal": "`{0}`，其内侧长度相等",
  "`{0}`, which has the shape {1}": "`{0}`，其形状为 {1}",
  "`{0}`, one value for each row": "`{0}`，每行一个值",
};
