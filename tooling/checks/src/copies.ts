/** A package whose code runs effects, with the texts of its sources. */
export interface Effectful {
  readonly name: string
  readonly texts: ReadonlyArray<string>
}

const recorded =
  /^recordCopy\("([^"]+)", import\.meta\.url, Effect\.void, \(\) => import\.meta\.resolve\("effect"\)\)$/gm

/** Whether a text uses the `Effect` of `effect`, and not only its type. */
export const usesEffect = (text: string): boolean =>
  /^import \{[^}]*(?<!type )\bEffect\b[^}]*\} from "effect"$/m.test(text)

/** Which packages do not record themselves once, by their own name, for `oneCopy` of `error-envelope`: a line each. */
export const unrecorded = (packages: ReadonlyArray<Effectful>): ReadonlyArray<string> =>
  packages.flatMap(({ name, texts }) => {
    const names = texts.flatMap((text) => [...text.matchAll(recorded)].map(([, own]) => own))
    if (names.length === 1 && names[0] === name) return []
    const line = `recordCopy("${name}", import.meta.url, Effect.void, () => import.meta.resolve("effect"))`
    return [
      `${name} records ${names.join(", ") || "nothing"}. A module that it always loads has to have one line: ${line}`
    ]
  })
