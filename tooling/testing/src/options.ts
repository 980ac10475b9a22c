import { readFileSync } from "node:fs"
import { describe, it, vi } from "vitest"

/** An option as the documentation has it. Links are those of the page. */
export interface Described {
  readonly default: string
  readonly meaning: string
}

/** Every option, in the order of its table. */
export type OptionsTable<Options> = { readonly [Name in keyof Required<Options>]: Described }

/** Of every option, what holds it to its table: with the option, and without. */
export type OptionEffects<Options> = { readonly [Name in keyof Required<Options>]: () => unknown }

/** Holds every option of a table to what it says: one without an effect does not compile. */
export const describeOptions = <Options>(
  of: string,
  table: OptionsTable<Options>,
  effects: OptionEffects<NoInfer<Options>>
): void => {
  describe(`each option of ${of} does what its table says, and its default the other`, () => {
    it.each(Object.keys(table) as Array<keyof Options & string>)("%s", async (name) => {
      await effects[name]()
    })
  })
}

/** The number that a default is, such as `10,000`. */
export const numberOf = ({ default: given }: Described): number => Number(given.replaceAll(",", ""))

/** For an effect that a test shows elsewhere, with the option and without: that test is there. */
export const shownBy =
  (path: string, title: string): (() => void) =>
  () => {
    if (!readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8").includes(title)) {
      throw new Error(`There is no test "${title}" in ${path}.`)
    }
  }

/**
 * What a layer of a service is given as modules are made that have it: where an option is handed on, its effect is that of the
 * service.
 *
 * @example
 * givenTo(Scorers, "layer", () => scorers({ threads: 3 }), () => scorers()) // [{ threads: 3 }, {}]
 */
export const givenTo = <Name extends string>(
  service: { readonly [N in Name]: (options: never) => unknown },
  layer: Name,
  ...makes: ReadonlyArray<() => unknown>
): ReadonlyArray<unknown> => {
  const told = vi.spyOn(service, layer as never)
  for (const make of makes) make()
  const calls = told.mock.calls.map(([given]) => given as unknown)
  told.mockRestore()
  return calls
}
