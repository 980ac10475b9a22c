import { Cause, Layer, Logger, type LogLevel, References } from "effect"

/** A line of the log, as a host's own logger is given it. */
export interface LogEntry {
  /** As `pino` and `console` call their methods. */
  readonly level: "trace" | "debug" | "info" | "warn" | "error" | "fatal"
  readonly message: string
  /** The `x-request-id` of the request that it is about. */
  readonly requestId?: string
  /** What was thrown. */
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
  const isText = (part: unknown) => typeof part === "string"
  const thrown = cause.reasons.length > 0 ? Cause.squash(cause) : parts.find((part) => !isText(part))
  const { requestId, ...annotations } = fiber.getRef(References.CurrentLogAnnotations)
  return {
    level: levels[logLevel],
    message: parts.filter(isText).join(" "),
    ...(typeof requestId === "string" && { requestId }),
    ...(thrown !== undefined && { cause: thrown }),
    annotations
  }
}

// What a logger throws is no reason for a request to fail.
const warn = (thrown: unknown) => process.emitWarning(`The host's logger failed: ${String(thrown)}`)

const callLogger = async (log: (entry: LogEntry) => unknown, entry: LogEntry) => {
  try {
    await log(entry)
  } catch (thrown) {
    warn(thrown)
  }
}

const loggerLayer = (logger: HostLogger): Layer.Layer<never> =>
  typeof logger === "function"
    ? Logger.layer([Logger.make((options) => void callLogger(logger, entryOf(options)))])
    : logger

/** The log as a host wants it. */
export const loggingLayer = ({ logger, logLevel = "Warn" }: LoggingOptions): Layer.Layer<never> => {
  const level = Layer.succeed(References.MinimumLogLevel, logLevel)
  return logger === undefined ? level : Layer.merge(level, loggerLayer(logger))
}
