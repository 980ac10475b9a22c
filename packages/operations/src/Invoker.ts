import { type Access, calledBy, type Caller, checkAccess } from "@agent-operations/auth"
import { type Contract, contractOf, type Family, type Operation } from "@agent-operations/contract"
import { abandonAfter, makeShares, WorkClass } from "@agent-operations/database"
import {
  type AgentError,
  errorFrom,
  NotFound,
  oneCopy,
  recordCopy,
  Timeout,
  type Unavailable
} from "@agent-operations/error-envelope"
import { Context, Duration, Effect, Layer, Result } from "effect"
import { decodeJsonInTurns, EncodedJson } from "./EncodedJson.ts"
import { isGuarded } from "./guarded.ts"
import { type AnyHandler, type Implementation, implementationOf, type ImplementsEach } from "./implement.ts"
import { bytesOfShort } from "./in-turns-if-long.ts"
import { inputDecoder } from "./input.ts"
import { asSent } from "./json-text/parse.ts"
import { resultEncoder } from "./result.ts"
import { traced } from "./traced.ts"

recordCopy("@agent-operations/operations", import.meta.url, Effect.void, () => import.meta.resolve("effect"))

/** One operation, ready to be called. */
export interface Invocable {
  readonly operation: Operation.Any
  /** How long it may take, in all. */
  readonly deadline: Duration.Duration
  /**
   * Decodes an input, decides what depends on it, runs the handler and encodes its result. The caller has been let in, and
   * whoever calls keeps the deadline. What was sent in many bytes is decoded in turns with others.
   */
  readonly run: (input: unknown, access: Access, sentBytes?: number) => Effect.Effect<EncodedJson<unknown>, AgentError>
  /** Whether it may be tried under a guard, in place of deciding access first. Law: A1. */
  readonly isGuarded: boolean
  /** The error of a call that was abandoned at its deadline. */
  readonly timeout: () => Timeout
}

/** The settings of an invoker. */
export interface InvokerOptions {
  /** How long an operation may take that has no deadline of its own. Default: 30 seconds. */
  readonly deadline?: Duration.Input | undefined
}

const writeHint = "The write may have happened: read the definition, or search for its name, before you repeat it."
const readHint = "Nothing was changed; retry with backoff."

/**
 * Places of reads that may take long, which have what they read in memory until it is a text: more at once would not be
 * answered sooner, and many of megabytes would fill the memory. Law: K3.
 */
const makePlaces = () => {
  const long = makeShares({ size: 8, quantum: Duration.seconds(1) })
  return (read: Effect.Effect<EncodedJson<unknown>, AgentError, Caller>) => {
    const placed = long.run(Effect.provideService(read, WorkClass, "search"), { mayBeginAgain: true })
    // Any number may wait: whoever calls keeps the deadline.
    return Effect.catchTag(placed, "NoTurn", Effect.die)
  }
}

/** Whether what an operation reads for an input may take long. */
const maySearch = ({ effect, quickWith }: Operation.Any, input: unknown): boolean =>
  effect === "read" &&
  !(quickWith !== undefined && Object.keys(input as object).every((key) => quickWith.includes(key)))

/** An error with the hint of the operation, where it has one for the code and the error has none of its own. */
const withHint = ({ hints }: Operation.Any) =>
  Object.keys(hints).length === 0
    ? undefined
    : (error: AgentError): AgentError => {
        const hint = hints[error._tag]
        if (hint === undefined || error.hint !== undefined) return error
        // One object may be the failure of several operations.
        return Object.assign(errorFrom(error) ?? error, { hint })
      }

const invocable = (
  operation: Operation.Any,
  handler: AnyHandler,
  deadline: Duration.Duration,
  place: ReturnType<typeof makePlaces>
): Invocable => {
  const { decode, decodeInTurns } = inputDecoder(operation)
  const encode = resultEncoder(operation)
  const hinted = withHint(operation)
  const handle = traced(operation.id)(handler as (input: unknown) => Effect.Effect<unknown, AgentError, Caller>)

  const carryOut = (
    input: Result.Result<unknown, AgentError>,
    access: Access
  ): Effect.Effect<EncodedJson<unknown>, AgentError> => {
    if (Result.isFailure(input)) return Effect.fail(input.failure)
    const refused = checkAccess(operation, access, operation.scopesOf?.(input.success))
    if (refused !== undefined) return Effect.fail(refused)
    const answered = Effect.flatMap(handle(input.success), (result) =>
      result instanceof EncodedJson ? Effect.succeed(result) : encode(result)
    )
    return calledBy(access)(maySearch(operation, input.success) ? place(answered) : answered)
  }

  const run: Invocable["run"] = (given, access, sentBytes = 0) =>
    sentBytes > bytesOfShort
      ? Effect.flatMap(calledBy(access)(decodeInTurns(given, sentBytes)), (input) => carryOut(input, access))
      : carryOut(decode(given), access)

  return {
    operation,
    deadline:
      operation.limits.deadlineMillis === undefined ? deadline : Duration.millis(operation.limits.deadlineMillis),
    isGuarded: isGuarded(handler),
    run: hinted === undefined ? run : (...given) => Effect.mapError(run(...given), hinted),
    timeout: () =>
      new Timeout({
        message: `${operation.id} did not finish in time.`,
        hint: operation.hints.TIMEOUT ?? (operation.effect === "read" ? readHint : writeHint)
      })
  }
}

const make = Effect.fnUntraced(function* (families: ReadonlyArray<Family.Any>, options: InvokerOptions) {
  yield* oneCopy
  const contract: Contract = contractOf(families)
  const deadline = Duration.fromInputUnsafe(options.deadline ?? "30 seconds")
  const place = makePlaces()
  const invocables = new Map<string, Invocable>()
  const readiness: Array<Implementation["ready"]> = []
  for (const family of families) {
    const { handlers, ready } = yield* implementationOf(family)
    readiness.push(ready)
    for (const [method, operation] of Object.entries(family.operations)) {
      invocables.set(operation.id, invocable(operation, handlers[method]!, deadline, place))
    }
  }
  const ready: Effect.Effect<void, Unavailable> = Effect.all(readiness, { discard: true })
  return {
    contract,
    /** How long what has no deadline of its own may take. */
    deadline,
    /** The operation with an identifier, if it is served. */
    find: (id: string): Invocable | undefined => invocables.get(id),
    /** Every operation that is served. */
    invocables: [...invocables.values()] as ReadonlyArray<Invocable>,
    /**
     * Calls an operation for somebody whom the host vouches for: decodes the input, checks scopes and who may call, runs
     * the handler and returns what `data` would have. Laws: A2, A7, E3.
     *
     * @example
     * yield* invoker.invoke("get_page_view", { id }, access)
     */
    invoke: (id: string, input: unknown, access: Access): Effect.Effect<unknown, AgentError> => {
      const found = invocables.get(id)
      if (found === undefined)
        return Effect.fail(new NotFound({ message: `There is no operation ${id.slice(0, 100)}.` }))
      const running = Effect.flatMap(asSent(input), ({ value, bytes }) =>
        abandonAfter(found.run(value, access, bytes), found.deadline, () => Effect.fail(found.timeout()))
      )
      return calledBy(access)(Effect.flatMap(running, decodeJsonInTurns))
    },
    /** Fails while one of the families cannot answer. */
    ready
  }
})

/**
 * Every operation of the families that a host mounts, by identifier: what HTTP, pages, tools and jobs call.
 *
 * @example
 * const invoker = yield* Invoker
 * yield* invoker.invoke("get_page_view", { id: "pv_…" }, access)
 */
export class Invoker extends Context.Service<Invoker, Effect.Success<ReturnType<typeof make>>>()(
  "@agent-operations/operations/Invoker"
) {
  /** Over the implementation of each family; one that is missing does not compile. */
  static readonly layer = <const F extends Family.Any>(
    families: ReadonlyArray<F>,
    options: InvokerOptions = {}
  ): Layer.Layer<Invoker, never, ImplementsEach<F>> =>
    Layer.effect(Invoker, make(families, options) as Effect.Effect<Invoker["Service"], never, ImplementsEach<F>>)
}
