/** What words of the generated code mean, in Chinese, by what they mean in English. */

/** @type {Record<string, string>} */
export const CHINESE_MEANINGS = {
  "An `if`, its blocks as functions: Python's when the condition is known, else `lax.cond` or a select.":
    "`if`，其块成为函数：条件已知时用 Python 的，否则用 `lax.cond` 或选择。",
  "A `while`, test and body as functions: Python's when the test is known, else `lax.while_loop`.":
    "`while`，测试和循环体成为函数：测试已知时用 Python 的，否则用 `lax.while_loop`。",
  "A `for`, its body as a function: Python's, `lax.fori_loop` or `lax.scan`, by what it runs over.":
    "`for`，循环体成为函数：视迭代对象用 Python 的、`lax.fori_loop` 或 `lax.scan`。",
  "`and`: the right side is only computed where the left one is true, also in a graph.":
    "`and`：仅当左侧为真时才计算右侧，在图中也如此。",
  "`or`: the right side is only computed where the left one is false, also in a graph.":
    "`or`：仅当左侧为假时才计算右侧，在图中也如此。",
  "`not`, also of a value that only the run of the graph knows.": "`not`，也用于运行时才知道的值。",
  "`in`, also where an operand is traced.": "`in`，操作数也可以是追踪值。",
  "`is`, also where an operand was chosen when the graph ran.": "`is`，操作数也可以在运行时选定。",
  "`==`, also of containers that hold traced values.": "`==`，容器中也可以有追踪值。",
  "`<` and its like, of tuples or lists that hold traced values: the first items that differ decide.":
    "`<` 等，用于含追踪值的元组或列表：由首个不同的元素决定。",
  "A call: the function is converted too if it is yours, and called as it is if it is a library's.":
    "调用：您的函数也会转换，库函数则直接调用。",
  "An item of a list or tuple; the index may be a traced value.": "列表或元组的元素；索引可为追踪值。",
  "`v[i] = x`: a new array for a JAX array, since those never change; the change itself for the rest.":
    "`v[i] = x`：对 JAX 数组是新数组，因其不可变；其余则就地更改。",
  "`v[i] += x` and its like: a new array for a JAX array, the change itself for the rest.":
    "`v[i] += x` 等：对 JAX 数组是新数组，其余则就地更改。",
  "Settles which value a name has when the assigned value's own calls may bind it anew.":
    "当所赋值中的调用可能重新绑定名称时，确定其值。",
  "Settles what an attribute holds when items of it were assigned.": "元素被赋值后确定属性的内容。",
  "A list: Python's own, or an array with room and a length where it grows in a loop of the graph.":
    "列表：Python 自己的；若在图的循环中增长，则为带空间和长度的数组。",
  "A dict whose keys may be known at run time only: a list of its entries, in the order of Python's.":
    "键可能运行时才知道的字典：其条目的列表，按 Python 的顺序。",
  "A set whose items may be known at run time only: a list of them, each once.":
    "元素可能运行时才知道的集合：其元素的列表，各一次。",
  "An `assert`: checked at once when its condition is known, after the run when it is traced.":
    "`assert`：条件已知时立即检查，否则在运行后检查。",
  "An f-string: a text now, or one that is filled in when the graph has run.":
    "f-string：立即得到的文本，或图运行后填入的文本。",
  "A value in an f-string, with its format.": "f-string 中的值及其格式。",
  "`locals()`: the names that have a value here.": "`locals()`：此处有值的名称。",
  '`"%d" % x`, also of a traced value.': '`"%d" % x`，也用于追踪值。',
  '`"#" * n`: a text as often as the run says; `"even" * (n % 2 == 0)`: the text or none.':
    '`"#" * n`：按运行时的次数重复文本；`"even" * (n % 2 == 0)`：有或无文本。',
  "What no `except` of yours may catch: an error about the graph itself.":
    "您的 `except` 不得捕获的：关于图本身的错误。",
  "The body of a `try`: what is raised in it when the graph runs is noted, and does not end the run.":
    "`try` 的主体：运行时其中抛出的异常会被记下，不会终止运行。",
  "Whether the statement before has raised: what follows in the `try` is only done if it has not.":
    "前一语句是否抛出：仅当未抛出时才执行 `try` 中其后的内容。",
  "Which `except` of the `try` runs, counted from 1; 0 where nothing was raised.":
    "运行 `try` 的哪个 `except`，从 1 起计；未抛出时为 0。",
  "A `raise` in such a `try`: it says when the graph runs which `except` is taken.":
    "此类 `try` 中的 `raise`：在运行时指出进入哪个 `except`。",
  "What `except ... as error` names.": "`except ... as error` 所命名的。",
  "Arithmetic with truth values: the numbers 0 and 1, as Python counts them; a mask stays one.":
    "真值的算术：按 Python 的数 0 和 1；掩码仍是掩码。",
  "`a / b` for whose division by zero a `try` waits.": "`a / b`，`try` 等待其除以零。",
  "What a name stood for when an exception left the block that bound it.":
    "异常离开绑定名称的块时，该名称所代表的值。",
  "A name without a value: using it is an error that names the variable.":
    "没有值的名称：使用它会报错并指出变量。",
  "Checks that a name has a value before it is used.": "使用名称前检查它是否有值。",
  "Runs one of two functions, as a condition says when the graph runs; the other is not computed.":
    "按运行时的条件执行两个函数之一；另一个不计算。",
  "Runs one of several functions, by an index known when the graph runs.": "按运行时的索引执行一个函数。",
  "Repeats a function while a test holds; takes and gives the loop's variables (the carry).":
    "测试成立时重复函数；接收并返回循环变量（carry）。",
  "Repeats a function for i from a lower to an upper bound, handing on the carry.":
    "对 i 从下界到上界重复函数，传递 carry。",
  "Repeats a function along its inputs' first axis; hands on the carry, stacks each iteration's output.":
    "沿输入的第一轴重复函数；传递 carry，并堆叠每次迭代的输出。",
  "Chooses between two values, both computed, element by element.": "在均已计算的值中逐元素选择。",
  "Cuts a piece out of an array, at a place known when the graph runs.":
    "在运行时已知的位置从数组中切出一块。",
  "The array with a piece of it replaced, at a place known when the graph runs.":
    "在运行时已知的位置替换一块后的数组。",
  "The value itself, which counts as a constant where gradients are taken.": "值本身，求梯度时视为常量。",
  "Chooses between values, all computed, element by element.": "在均已计算的值中逐元素选择。",
  "Puts arrays of one shape together along a new axis.": "沿新轴合并形状相同的数组。",
  "A new array of zeros.": "新的全零数组。",
  "The value as an array of JAX.": "作为 JAX 数组的值。",
  "The numbers from a start to an end as an array.": "从起点到终点的数组成的数组。",
  "Puts arrays one after the other along an axis they have.": "沿已有的轴依次连接数组。",
  "Prints values from within the graph while it runs.": "图运行时在其中打印值。",
  "Calls a Python function from within the graph while it runs.": "图运行时在其中调用 Python 函数。",
  "Makes a function of one item one of an array of items.": "使单元素函数用于元素数组。",
  "The absolute value, element by element.": "绝对值，逐元素。",
  "Adds element by element.": "逐元素相加。",
  "Both hold: a logical and of truth values, bit by bit of integers.":
    "两者皆真：真值的逻辑与，整数的按位与。",
  "The smallest whole number that is not less, element by element.": "逐元素向上取整。",
  "Cuts a piece out of an array, at a place known when the graph runs; clamped to lie inside.":
    "在运行时已知的位置从数组中切出一块；限制在数组之内。",
  "The largest whole number that is not greater, element by element.": "逐元素向下取整。",
  "Picks items or slices of an array by indices known when the graph runs.":
    "按运行时已知的索引取数组的元素或切片。",
  "The imaginary part of complex numbers.": "复数的虚部。",
  "Counts 0, 1, 2, ... along an axis: what `arange` becomes.": "沿轴计数 0, 1, 2, ...：`arange` 的结果。",
  "Turns truth values around, or the bits of integers.": "真值取反，或整数按位取反。",
  "One of them holds: a logical or of truth values, bit by bit of integers.":
    "其一为真：真值的逻辑或，整数的按位或。",
  "The array with room around or between its elements, filled with one value.":
    "在元素周围或之间留出空间并填入一个值的数组。",
  "The real part of complex numbers.": "复数的实部。",
  "The same elements in another shape.": "同样的元素，另一形状。",
  "The array with some items replaced, at indices known when the graph runs.":
    "在运行时已知的索引处替换元素后的数组。",
  "Moves the bits of integers up: times a power of two.": "整数按位左移：乘以 2 的幂。",
  "Moves the bits of integers down, keeping the sign: a floor division by a power of two.":
    "整数按位右移，保留符号：除以 2 的幂并向下取整。",
  "Moves the bits of integers down, filling with zeros.": "整数按位右移，补零。",
  "-1, 0 or 1, element by element.": "-1、0 或 1，逐元素。",
  "Cuts out a piece whose place is known beforehand.": "切出位置事先已知的一块。",
  "Sorts along an axis.": "沿轴排序。",
  "The square root, element by element.": "平方根，逐元素。",
  "The hyperbolic tangent, element by element.": "双曲正切，逐元素。",
  "The same elements with the axes in another order.": "同样的元素，轴的顺序不同。",
  "Repeats its body while its test holds. It takes and gives the loop's variables (the carry).":
    "测试成立时重复循环体。接收并返回循环变量（carry）。",
  "Exactly one of them holds: an exclusive or of truth values, bit by bit of integers.":
    "恰有一个为真：真值的异或，整数的按位异或。",
  "Adds what gradients arrive over several ways.": "把经多条路径到达的梯度相加。",
  "The index of the largest element along an axis.": "沿轴最大元素的索引。",
  "The index of the smallest element along an axis.": "沿轴最小元素的索引。",
  "Repeats a value along new axes, so that shapes fit.": "沿新轴重复值，使形状相符。",
  "Keeps values between a lower and an upper bound.": "把值限制在上下界之间。",
  "Runs one of its branches, by an index: 0 is False, 1 is True. The other is not computed.":
    "按索引执行一个分支：0 为 False，1 为 True。另一个不计算。",
  "The same values in another element type: a cast.": "元素类型转换。",
  "The same values in memory of their own.": "同样的值，存于独立内存。",
  "The cosine, element by element.": "余弦，逐元素。",
  "Running sums along an axis.": "沿轴的累加和。",
  "Calls a function that has a derivative rule of its own.": "调用有自定义导数规则的函数。",
  "Calls a function that has a backward rule of its own.": "调用有自定义反向规则的函数。",
  "Calls a Python function while the graph runs: a `print`, for instance.":
    "图运行时调用 Python 函数：例如 `print`。",
  "Puts a value onto a device.": "把值放到设备上。",
  "Divides element by element; of integers, rounds towards zero.": "逐元素相除；整数向零取整。",
  "A matrix product, over the axes it names.": "矩阵乘积，沿所列的轴。",
  "An array whose content is not set yet.": "内容尚未设定的数组。",
  "Equal, element by element.": "等于，逐元素。",
  "The exponential, element by element.": "指数，逐元素。",
  "One more axis of length one.": "增加一个长度为一的轴。",
  "Greater or equal, element by element.": "大于或等于，逐元素。",
  "Greater, element by element.": "大于，逐元素。",
  "A power with a fixed whole exponent.": "固定整数指数的幂。",
  "Calls a Python function while the graph runs, in the program's order, and takes its result.":
    "图运行时按程序顺序调用 Python 函数并取其结果。",
  "Neither infinite nor NaN, element by element.": "既非无穷也非 NaN，逐元素。",
  "A function that was traced by itself; its jaxpr stands inside. It costs nothing: XLA puts it in place.":
    "单独追踪的函数；其 jaxpr 在内。没有代价：XLA 会内联它。",
  "Less or equal, element by element.": "小于或等于，逐元素。",
  "The natural logarithm, element by element.": "自然对数，逐元素。",
  "The logistic function, element by element.": "逻辑函数，逐元素。",
  "Less, element by element.": "小于，逐元素。",
  "The greater of two, element by element.": "两者中较大的，逐元素。",
  "The lesser of two, element by element.": "两者中较小的，逐元素。",
  "Multiplies element by element.": "逐元素相乘。",
  "Different, element by element.": "不等于，逐元素。",
  "The negative, element by element.": "相反数，逐元素。",
  "The value itself; walking back through it for a gradient is refused with an explanation.":
    "值本身；经它反向求梯度会被拒绝并说明原因。",
  "A power, element by element.": "幂，逐元素。",
  "Calls a Python function without effects while the graph runs, and takes its result.":
    "图运行时调用无副作用的 Python 函数并取其结果。",
  "Random bits from a key.": "由密钥生成的随机位。",
  "A random key from a number.": "由数生成的随机密钥。",
  "Numbers as a random key.": "把数作为随机密钥。",
  "A random key as numbers.": "把随机密钥作为数。",
  "Whether all hold along some axes.": "沿某些轴是否全为真。",
  "The largest along some axes.": "沿某些轴的最大值。",
  "The smallest along some axes.": "沿某些轴的最小值。",
  "Whether any holds along some axes.": "沿某些轴是否有为真的。",
  "The product along some axes.": "沿某些轴的乘积。",
  "The sum along some axes.": "沿某些轴的和。",
  "The remainder with the sign of the dividend; Python's `%` takes the divisor's, so more follows.":
    "与被除数同号的余数；Python 的 `%` 与除数同号，故其后还有运算。",
  "The elements in reverse order along some axes.": "沿某些轴反序的元素。",
  "Rounds to whole numbers, element by element.": "取整，逐元素。",
  "One over the square root, element by element.": "平方根的倒数，逐元素。",
  "Repeats its body along the first axis of its inputs, hands on the carry, stacks each iteration's output.":
    "沿输入的第一轴重复循环体，传递 carry，并堆叠每次迭代的输出。",
  "The array with something added at indices known when the graph runs.":
    "在运行时已知的索引处加上某值后的数组。",
  "Chooses between values, all computed: the first where the selector is False, the second where True.":
    "在均已计算的值中选择：选择子为 False 取第一个，True 取第二个。",
  "The sine, element by element.": "正弦，逐元素。",
  "Cuts an array into pieces along an axis.": "沿轴把数组切成几块。",
  "The square, element by element.": "平方，逐元素。",
  "The array without axes of length one.": "去掉长度为一的轴的数组。",
  "Subtracts element by element.": "逐元素相减。",
  "The tangent, element by element.": "正切，逐元素。",
  "The largest k along the last axis, with their indices.": "沿最后一轴最大的 k 个及其索引。",
  "Calls a function that stands further down.": "调用写在下方的函数。",
  "A function of the program; `@main` is where it starts.": "程序的函数；从 `@main` 开始。",
  "Runs one of its blocks, by an index: 0 is False, 1 is True.": "按索引执行一个块：0 为 False，1 为 True。",
  "Compares element by element: EQ, NE, LT, LE, GT or GE.": "逐元素比较：EQ、NE、LT、LE、GT 或 GE。",
  "A value that is part of the program.": "作为程序一部分的值。",
  "Calls something outside of the program: a library's routine, or Python.":
    "调用程序之外的东西：库例程或 Python。",
  "Puts the elements along some axes together with one operation: a sum, for instance.":
    "用一种运算合并沿某些轴的元素：例如求和。",
  "The remainder with the sign of the dividend.": "与被除数同号的余数。",
  "What the block around it gives.": "所在块的结果。",
  "Rounds to whole numbers, halves away from zero.": "取整，一半时远离零。",
  "Rounds to whole numbers, halves to even ones.": "取整，一半时取偶数。",
  "The type of what keeps effects in order.": "使副作用保持顺序的类型。",
  "The same memory, read in another shape.": "同一内存，以另一形状读取。",
  "Runs another computation of the module.": "执行模块的另一计算。",
  "Runs one of its computations, by an index.": "按索引执行其中一个计算。",
  "Calls something outside of the program.": "调用程序之外的东西。",
  "Several operations in one kernel: what is between them never goes to memory.":
    "一个内核中的多个运算：中间结果从不写入内存。",
  "One part of a tuple.": "元组的一部分。",
  "What the computation is given.": "计算的输入。",
  "Several values together, e.g. the variables of a loop.": "多个值，例如循环的变量。",
  "Repeats its body while its condition holds.": "条件成立时重复循环体。",
};
