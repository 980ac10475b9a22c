import { parse } from "@babel/parser"
import { VFile } from "vfile"
import { type Node, within } from "../departures.ts"
import { leavesOf, pageOf, sentencesOf, shown, treesOf } from "./sentences.ts"
import { textsOf } from "./strings.ts"

/** Of the sentences of a page, by a part of each: a part of the title that holds it, by test file; or why it is no promise. */
export type Held = Readonly<Record<string, Readonly<Record<string, string>> | string>>

/** Words by which guides promise how something behaves. */
const promising = new RegExp(
  `\\b(?:${[
    "never",
    "always",
    "nobody",
    "(?:at most|exactly|only|shown) once",
    "(?:counted|happen(?:ing)?|nothing) twice",
    "(?:is|are) (?:then |only )?shown",
    "(?:then|they|it) knows?",
    "(?:is|are) lost",
    "survives?",
    "(?:ends|fails|reads|stops) at once",
    "changes? nothing",
    "nothing changes"
  ].join("|")})\\b`,
  "i"
)

/**
 * The sentences of a page that promise behaviour, with `…` in place of code. Blocks of code have none.
 *
 * @example
 * promisesOf("A key is shown once. Keep it.") // ["A key is shown once."]
 */
export const promisesOf = (text: string): ReadonlyArray<string> =>
  treesOf(pageOf(text), new VFile({ value: text }))
    .flatMap(sentencesOf)
    .map((sentence) => shown([...leavesOf(sentence)].map(({ value = "" }) => value).join("")))
    .filter((said) => promising.test(said))

const isFunction = ({ type }: Node) => type === "ArrowFunctionExpression" || type === "FunctionExpression"

/** The titles in the source of tests: what is first in calls that also take a function. */
export const titlesIn = (source: string): ReadonlyArray<string> => {
  const program: object = parse(source, { sourceType: "module", plugins: ["typescript"] }).program
  const found: Array<string> = []
  for (const { type, arguments: given } of within(program as Node)) {
    if (type !== "CallExpression") continue
    const [title, ...others] = given as ReadonlyArray<Node>
    if (title !== undefined && others.some(isFunction)) found.push(...textsOf(title))
  }
  return found
}

/** Where a page and what is listed of it differ, and which tests are not there. A file that is not there has no titles. */
export const unheld = (
  page: string,
  text: string,
  held: Held,
  titlesOf: (file: string) => ReadonlyArray<string> | undefined
): ReadonlyArray<string> => {
  const promises = promisesOf(text)
  const parts = Object.keys(held)
  const found = promises
    .filter((said) => !parts.some((part) => said.includes(part)))
    .map((said) => `${page}: not listed: ${said}`)
  for (const [part, by] of Object.entries(held)) {
    if (!promises.some((said) => said.includes(part))) found.push(`${page}: no promise has: ${part}`)
    if (by.length === 0 || Object.keys(by).length === 0) found.push(`${page}: no test and no reason: ${part}`)
    if (typeof by === "string") continue
    for (const [file, title] of Object.entries(by)) {
      const titles = titlesOf(file)
      if (titles === undefined) found.push(`${page}: no file ${file}: ${part}`)
      else if (!titles.some((one) => one.includes(title))) found.push(`${page}: no title in ${file} has: ${title}`)
    }
  }
  return found
}
