import { baseUrlOf } from "@agent-operations/identity/tokens"
import { Config, Duration, Result, Schema } from "effect"

interface Described {
  /** What it is for, for `--help`. */
  readonly about: string
  /** What a good value is, for the error. */
  readonly wants: string
  /** Which option of which piece it becomes: `deadline of compose`. */
  readonly becomes: ReadonlyArray<string>
}

/** A setting of the environment. */
export interface Setting<T> extends Described {
  readonly read: Config.Config<T>
  /** The value that an absent one has, as the variable would hold it. */
  readonly default?: string
  /** What an absent one means, in words, where no value does. */
  readonly otherwise?: string
}

/** One that always has a value. */
export const setting = <T>(
  read: Config.Config<T>,
  described: Described & { readonly default: string }
): Setting<T> => ({
  read,
  ...described
})

/** One that may be absent, as `read` has it: `Config.option`, or an empty list. */
export const optional = <T>(
  read: Config.Config<T>,
  described: Described & { readonly otherwise: string }
): Setting<T> => ({ read, ...described })

const wholeBetween = (minimum: number, maximum: number) =>
  Schema.FiniteFromString.pipe(Schema.decodeTo(Schema.Int.check(Schema.isBetween({ minimum, maximum }))))

/** A whole number between two, of which both are good. */
export const whole = (minimum: number, maximum: number, name: string) =>
  Config.schema(wholeBetween(minimum, maximum), name)

/** The same, or `off`. */
export const wholeOrOff = (minimum: number, maximum: number, name: string) =>
  Config.schema(Schema.Union([Schema.Literal("off"), wholeBetween(minimum, maximum)]), name)

/** A text of which something holds. */
export const textThat = (holds: (text: string) => boolean, name: string) =>
  Config.schema(Schema.String.check(Schema.makeFilter(holds)), name)

/** A secret of which something holds. */
export const secretThat = (holds: (text: string) => boolean, name: string) =>
  Config.schema(Schema.Redacted(Schema.String.check(Schema.makeFilter(holds))), name)

export const isPrefix = (prefix: string) =>
  Result.isSuccess(Result.try(() => baseUrlOf({ origin: "https://prefix.invalid", prefix })))

/** A field name (RFC 9110 section 5.1), but for the one whose values are no addresses (RFC 7239). */
export const isAddressHeader = (name: string) => /^(?!forwarded$)[\w!#$%&'*+.^`|~-]+$/i.test(name)

/** A duration that ends, of at least another. */
export const durationOfAtLeast = (least: Duration.Duration, name: string) =>
  Config.schema(
    Schema.DurationFromString.check(
      Schema.makeFilter((read) => Duration.isFinite(read) && Duration.isGreaterThanOrEqualTo(read, least))
    ),
    name
  )

/** Which option it becomes, as a reader meets it: `` `deadline` of `compose` ``. */
export const optionText = (path: string) => path.replace(/^(.+) of (.+)$/, "`$1` of `$2`")

/** What an absent one means, as a reader meets it: a value as code. */
export const absentText = ({ default: value, otherwise = "" }: Pick<Setting<unknown>, "default" | "otherwise">) =>
  value === undefined ? otherwise : `\`${value}\``
