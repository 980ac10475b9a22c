import retextEquality from "retext-equality"
import retextIndefiniteArticle from "retext-indefinite-article"
import retextRepeatedWords from "retext-repeated-words"
import { unified } from "unified"
import { VFile } from "vfile"
import { leavesOf, type Node, pageOf, sentencesOf, shown, treesOf, within } from "./sentences.ts"

/** The rules for prose, of `prose.json`. */
export interface ProseRules {
  readonly maxWords: number
  /** Wrong articles before abbreviations, of which retext-indefinite-article knows few: a pattern, and the right article. */
  readonly articles: Readonly<Record<string, string>>
  /** Words before which retext-indefinite-article expects the wrong article. */
  readonly ignoredArticles: ReadonlyArray<string>
  /** Rules of retext-equality whose words mean something else in a technical text. */
  readonly ignoredWording: ReadonlyArray<string>
  /** Names and abbreviations, as they are spelled. */
  readonly names: ReadonlyArray<string>
  /** Words with a better one in the glossary: a pattern, in any case of letters, and what to write instead. */
  readonly terms: Readonly<Record<string, string>>
  /** The same for phrases that read badly. Exact texts may have them. */
  readonly phrases: Readonly<Record<string, string>>
}

/** A text in Markdown. In an exact one, such as a law, only doubled words, names and terms are checked. */
export interface Prose {
  readonly file: string
  readonly text: string
  /** The line of the file at which the text begins. Default: 1. */
  readonly line?: number
  readonly exact?: boolean
}

export interface Finding {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly rule: "article" | "doubled word" | "name" | "phrase" | "sentence length" | "term" | "wording"
  readonly reason: string
}

/** Turns the text of a link into code where it is one word, such as an address or the name of a package. */
const withNames = <Page extends Node>(page: Page): Page => {
  for (const { children = [] } of within(page, "link")) {
    const [only] = children
    if (children.length === 1 && only?.value?.includes(" ") === false) Object.assign(only, { type: "inlineCode" })
  }
  return page
}

const beginningOf = (text: string) => shown(text).slice(0, 60)

const matcher = (pattern: string) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}_/.@-])(?:${pattern.replaceAll(" ", "\\s+")})(?![\\p{L}\\p{N}_/@-]|\\.\\p{L}|://)`,
    "giu"
  )

const retextRules = { "retext-indefinite-article": "article", "retext-repeated-words": "doubled word" } as const

/**
 * Returns a function that finds where a text breaks the rules.
 *
 * @example
 * const findingsIn = makeFindings({ ...rules, phrases: { whoever: "name the role" } })
 * findingsIn({ file: "a.md", text: "Whoever reads it." }) // [{ file: "a.md", line: 1, column: 1, rule: "phrase", … }]
 */
export const makeFindings = (rules: ProseRules) => {
  const { maxWords, ignoredArticles, ignoredWording, names, terms, articles, phrases } = rules
  const exactRules = unified().use(retextRepeatedWords)
  const allRules = unified().use(retextRepeatedWords).use(retextIndefiniteArticle).use(retextEquality)
  const spelled = new Map(names.map((name) => [name.toLowerCase(), name]))
  const anyName = matcher(names.map((name) => name.replaceAll(".", "\\.")).join("|"))
  const patternsOf = (some: ProseRules["terms"], rule: Finding["rule"]) =>
    Object.entries(some).map(([pattern, advice]) => [matcher(pattern), rule, advice] as const)
  const exactPatterns = patternsOf(terms, "term")
  const allPatterns = [...exactPatterns, ...patternsOf(articles, "article"), ...patternsOf(phrases, "phrase")]

  /** The names, terms, articles and phrases of a sentence that break a rule, with their offset in its text. */
  function* inWords(text: string, exact: boolean): Generator<readonly [at: number, Finding["rule"], reason: string]> {
    for (const { 0: written, index } of text.matchAll(anyName)) {
      const name = spelled.get(written.toLowerCase())!
      const isKey = text[index - 1] === '"' && text[index + written.length] === '"'
      if (written !== name && !isKey) yield [index, "name", `Write ${name}, not ${written}.`]
    }
    for (const [pattern, rule, advice] of exact ? exactPatterns : allPatterns) {
      for (const { 0: written, index } of text.matchAll(pattern))
        yield [index, rule, `${beginningOf(written)}: ${advice}.`]
    }
  }

  return ({ file, text, line = 1, exact = false }: Prose): ReadonlyArray<Finding> => {
    const found: Array<Finding> = []
    const tell = ({ position }: Node, rule: Finding["rule"], reason: string) => {
      const { start } = position!
      found.push({ file, line: line + start.line - 1, column: start.column, rule, reason })
    }
    const source = new VFile({ value: text })
    for (const [index, tree] of treesOf(withNames(pageOf(text)), source).entries()) {
      const isCell = index > 0
      ;(exact ? exactRules : allRules).runSync(tree, source)
      for (const sentence of sentencesOf(tree)) {
        const leaves = [...leavesOf(sentence)]
        const words = [...within(sentence, "WordNode"), ...within(sentence, "SourceNode")].length
        const said = leaves.map(({ value = "" }) => value).join("")
        if (!exact && !isCell && words > maxWords) {
          tell(sentence, "sentence length", `${words} words, where ${maxWords} are the most: ${beginningOf(said)}…`)
        }
        for (const [at, rule, reason] of inWords(said, exact)) {
          let end = 0
          tell(
            leaves.find(({ value = "" }) => (end += value.length) > at)!,
            rule,
            reason
          )
        }
      }
    }
    for (const { source: by, ruleId = "", reason, line: at = 1, column = 1 } of source.messages) {
      const rule = retextRules[by as keyof typeof retextRules] ?? "wording"
      if (rule === "article" && ignoredArticles.some((word) => reason.includes(`\`${word}\``))) continue
      if (!ignoredWording.includes(ruleId))
        found.push({ file, line: line + at - 1, column, rule, reason: `${reason} (${ruleId}).` })
    }
    return found.toSorted((a, b) => a.line - b.line || a.column - b.column)
  }
}
