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

/** The option of a package that starts a thread from a file of its own. */
export const workerBeside = (file: string): Described => ({
  default: `\`${file}\` next to the code`,
  meaning: "starts the worker: for [bundles](../kit/README.md#in-a-bundle)"
})

/** The number that a default is, such as `10,000`. */
export const numberOf = ({ default: given }: Described): number => Number(given.replaceAll(",", ""))

/** For an effect that tests show elsewhere, with the option and without: they are there. */
export const shownBy =
  (path: string, ...titles: ReadonlyArray<string>): (() => void) =>
  () => {
    const text = readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8")
    for (const title of titles) if (!text.includes(title)) throw new Error(`There is no test "${title}" in ${path}.`)
  }

/**
 * What a layer of a service is given as a module is made that has it, with options and without: where an option is handed on,
 * its effect is that of the service.
 *
 * @example
 * givenTo(Scorers, "layer", scorers, { threads: 3 }) // [{ threads: 3 }, {}]
 */
export const givenTo = <Name extends string, Options>(
  service: { readonly [N in Name]: (options: never) => unknown },
  layer: Name,
  make: (options?: Options) => unknown,
  options: NoInfer<Options>
): ReadonlyArray<unknown> => {
  const told = vi.spyOn(service, layer as never)
  make(options)
  make()
  const calls = told.mock.calls.map(([given]) => given as unknown)
  told.mockRestore()
  return calls
}
