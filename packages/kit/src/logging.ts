import { Cause, Effect, Layer, Logger, type LogLevel, Predicate, References } from "effect"

/** A line of the log, as a host's logger gets it. */
export interface LogEntry {
  /** As `pino` and `console` call their methods. */
  readonly level: "trace" | "debug" | "info" | "warn" | "error" | "fatal"
  readonly message: string
  /** The `x-request-id` of the request that it is about. */
  readonly requestId?: string
  /** What was thrown; a list where there is more than one object. */
  readonly cause?: unknown
  /** What else is known, by name. */
  readonly annotations: Readonly<Record<string, unknown>>
}

/**
 * Where the log goes: a function, or a layer of loggers of Effect.
 *
 * @example
 * const log = pino()
 * const logger = ({ level, message, ...rest }: LogEntry) => log[level](rest, message)
 */
export type HostLogger = ((entry: LogEntry) => unknown) | Layer.Layer<never>

/** Where the log goes, and what is logged. */
export interface LoggingOptions {
  /** Where the log goes. Default: the console. */
  readonly logger?: HostLogger | undefined
  /** From which level on to log; requests are logged at `Info`. Default: `Warn`. */
  readonly logLevel?: LogLevel.LogLevel | undefined
}

const levels: { readonly [L in LogLevel.LogLevel]: LogEntry["level"] } = {
  All: "trace",
  Trace: "trace",
  Debug: "debug",
  Info: "info",
  Warn: "warn",
  Error: "error",
  Fatal: "fatal",
  None: "trace"
}

const entryOf = ({ logLevel, message, cause, fiber }: Logger.Options<unknown>): LogEntry => {
  const parts = Array.isArray(message) ? (message as ReadonlyArray<unknown>) : [message]
  const thrown = [
    ...(cause.reasons.length > 0 ? [Cause.squash(cause)] : []),
    ...parts.filter((part) => Predicate.isObjectOrArray(part))
  ]
  const { requestId, ...annotations } = fiber.getRef(References.CurrentLogAnnotations)
  return {
    level: levels[logLevel],
    message: parts.filter((part) => !Predicate.isObjectOrArray(part)).join(" "),
    ...(typeof requestId === "string" && { requestId }),
    ...(thrown.length > 0 && { cause: thrown.length === 1 ? thrown[0] : thrown }),
    annotations
  }
}

// What a logger throws is no reason for a request to fail.
const warn = (thrown: unknown) => process.emitWarning(`The host's logger failed: ${String(thrown)}`)

const guarded = (write: (options: Logger.Options<unknown>) => unknown) =>
  Logger.make<unknown, void>((options) => {
    try {
      const written = write(options)
      if (Predicate.isPromiseLike(written)) written.then(undefined, warn)
    } catch (thrown) {
      warn(thrown)
    }
  })

const loggerLayer = (logger: HostLogger): Layer.Layer<never> => {
  if (typeof logger === "function") return Logger.layer([guarded((options) => logger(entryOf(options)))])
  const each = Effect.map(
    Effect.service(Logger.CurrentLoggers),
    (loggers) => new Set(Array.from(loggers, (one) => guarded((options) => one.log(options))))
  )
  return Layer.effect(Logger.CurrentLoggers, each).pipe(Layer.provide(logger))
}

/** The log as a host wants it. */
export const loggingLayer = ({ logger, logLevel = "Warn" }: LoggingOptions): Layer.Layer<never> => {
  const level = Layer.succeed(References.MinimumLogLevel, logLevel)
  return logger === undefined ? level : Layer.merge(level, loggerLayer(logger))
}
