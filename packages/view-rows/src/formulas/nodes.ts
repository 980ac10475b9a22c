/**
 * The nodes of the CEL library as they are run. It publishes how they are parsed, and not this: its version is pinned, and
 * `test/formulas` holds it to what is assumed here.
 */
export interface Node {
  readonly op: string
  readonly args: unknown
  /** Its place in the source. */
  readonly start: number
  readonly end: number
  /** Set by the check. */
  readonly left?: Node
  readonly right?: Node
  readonly condition?: Node
  readonly receiverWithArgs?: ReadonlyArray<Node>
  readonly handle?: (...args: ReadonlyArray<unknown>) => unknown
  readonly meta: {
    readonly evaluate: Evaluate
    /** What a macro such as `map` stands for. */
    readonly alternate?: Node
    /** A macro that is run as it is: `has` and `cel.bind`. */
    readonly macro?: {
      evaluate: (evaluator: Evaluator, macro: unknown, context: unknown) => unknown
      readonly args?: ReadonlyArray<Node>
    }
  }
  readonly setMeta: (key: "evaluate", evaluate: Evaluate) => void
}

export interface Evaluator {
  readonly run: (node: Node, context: unknown) => unknown
}

export type Evaluate = (evaluator: Evaluator, node: Node, context: unknown) => unknown

export interface Comprehension {
  readonly iterable: Node
  readonly init: Node
  readonly step: Node
}
