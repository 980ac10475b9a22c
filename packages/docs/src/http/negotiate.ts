import Negotiator from "negotiator"

/** The forms that a page is answered in. */
export type Form = "html" | "markdown"

const forms = { "text/html": "html", "text/markdown": "markdown" } as const satisfies Record<string, Form>
const types = Object.keys(forms) as ReadonlyArray<keyof typeof forms>

/** A media range without its parameters but for its weight: `text/markdown;variant=GFM` asks for Markdown. */
const withoutParameters = (range: string): string => {
  const [type = "", ...parameters] = range.split(";").map((part) => part.trim())
  const weight = parameters.find((parameter) => /^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i.test(parameter))
  return weight === undefined ? type : `${type};${weight}`
}

/**
 * The form that a request asks for by its `Accept`: HTML where it takes anything, or nothing that there is.
 *
 * @example
 * formFor("text/markdown, text/html, *\/*") // "markdown"
 */
export const formFor = (accept: string | undefined): Form => {
  const header = (accept ?? "*/*").split(",").map(withoutParameters).join(",")
  const [best] = new Negotiator({ headers: { accept: header } }).mediaTypes([...types])
  return forms[best as keyof typeof forms] ?? "html"
}
