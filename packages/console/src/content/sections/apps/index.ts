import { App } from "@agent-operations/contract/apps"
import type { Control, Members } from "../../form/control.ts"
import { section } from "../../Section.ts"
import { inWords, withHints } from "../words.ts"
import { tryPage } from "../try.ts"
import { secretsAction, secretsPage } from "./secrets.ts"

const inSourceWords = inWords("What it is", "Choose what the app is.", {
  http: { label: "An endpoint", about: "An address that is called over HTTP: a POST of the input, as JSON." },
  model: { label: "A prompt and a model", about: "A prompt that a model answers, through a model connection." },
  sample: { label: "A sample", about: "Answers within the server, without network or cost: to try things out." }
})

/** A line of text, however long it may be. */
const asLine = (member: Control): Control => (member.type === "text" ? { ...member, rows: 1, code: false } : member)

const hints: Readonly<Record<string, string>> = {
  headers:
    'JSON: an object of names in lower case, each with a text or { "secret": name }. The page Secrets sets what the names stand for.',
  prompt: "The alias of a prompt of the references. Its variables are the members of an item's input.",
  connection: "The ID of a model connection: mco_… Owners and admins add them.",
  parameters: "JSON: members of the request beside those that a call sets itself, such as temperature."
}

const lines = ["url", "outputPointer", "model"]

const edited = (members: Members): Members =>
  members.map(([key, member]) => {
    const hint = hints[key]
    const said = hint === undefined ? member : { ...member, hint }
    return [key, lines.includes(key) ? asLine(said) : said]
  })

const source = (derived: Control): Control => {
  const control = inSourceWords(derived)
  return control.type === "choice"
    ? { ...control, variants: control.variants.map((variant) => ({ ...variant, members: edited(variant.members) })) }
    : control
}

const settings = withHints({
  timeoutMs: "How long one call may take, in milliseconds: 1,000 to 600,000.",
  maxConcurrency: "How many calls there are at once, over all processes: 1 to 100.",
  ratePerMinute: "How many calls there are in a minute at most; empty for any number.",
  maxAttempts: "How often it is called for one target at most: 1 to 5.",
  onLost: "Whether it is called again where nobody knows if a call did its work.",
  microsPerInvocation: "What a call costs that reports no cost itself, in millionths of the organization's currency."
})

/** The pages of apps. */
export const apps = section(App, {
  about: "Agents and other programs that are evaluated: how each is called, and how often.",
  source,
  settings,
  pages: [tryPage("app"), { path: "secrets", label: "Secrets", page: secretsPage, action: secretsAction }]
})
