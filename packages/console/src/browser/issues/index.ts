import { formBody } from "../form-body.ts"
import { maxBodyBytes } from "../limits.ts"
import { mark, type Mark } from "../marks.ts"

/** What is wrong with a form, by the names of its fields. */
interface LiveIssues {
  readonly fields: Readonly<Record<string, { readonly marks: ReadonlyArray<Mark>; readonly list: string }>>
  /** Where nothing is. */
  readonly said: string
}

const counted = (count: number, noun: string) => (count === 0 ? [] : [count === 1 ? `1 ${noun}` : `${count} ${noun}s`])

/** How much is wrong, in a sentence. */
const sentence = (marks: ReadonlyArray<Mark>): string => {
  const errors = marks.filter(({ severity }) => severity === "error").length
  return `${[...counted(errors, "error"), ...counted(marks.length - errors, "warning")].join(" and ")}.`
}

const parse = (markup: string): ReadonlyArray<Node> => [
  ...new DOMParser().parseFromString(markup, "text/html").body.childNodes
]

const addToken = (element: Element, attribute: string, token: string): void => {
  const tokens = (element.getAttribute(attribute) ?? "").split(" ").filter((each) => each !== "")
  if (!tokens.includes(token)) element.setAttribute(attribute, [...tokens, token].join(" "))
}

/** A place where what is wrong with a field is told. */
class IssuesPlace {
  readonly name: string
  readonly #element: HTMLElement
  readonly #field: HTMLElement | null

  constructor(element: HTMLElement) {
    this.name = element.dataset["issuesOf"] ?? ""
    this.#element = element
    this.#field = this.name === "" ? null : document.getElementById(this.name)
    if (this.#field !== null) addToken(this.#field, "aria-describedby", element.id)
  }

  /** Whether it tells of what is wrong before somebody was there. */
  get isCode(): boolean {
    return this.#field === null || this.#field.matches("[data-code-editor]")
  }

  show(issues: LiveIssues["fields"][string] | undefined): void {
    this.#element.replaceChildren(...parse(issues?.list ?? ""))
    if (this.#field === null) return
    // What the page came with is told anew, or repaired.
    document.getElementById(`${this.name}-error`)?.remove()
    const isWrong = issues?.marks.some(({ severity }) => severity === "error") ?? false
    if (isWrong) this.#field.setAttribute("aria-invalid", "true")
    else this.#field.removeAttribute("aria-invalid")
    mark(this.#field, issues?.marks ?? [])
  }
}

const startOne = (form: HTMLFormElement): void => {
  // A builder changes which fields there are.
  const placesNow = () =>
    [...form.querySelectorAll<HTMLElement>("[data-issues-of]")].map((element) => new IssuesPlace(element))
  const said = form.querySelector("[data-issues-said]")
  const touched = new Set<string>()
  let waiting: ReturnType<typeof setTimeout> | undefined
  let asked: AbortController | undefined

  const check = async () => {
    asked?.abort()
    const asking = (asked = new AbortController())
    const body = formBody(form, "issues")
    if (body.toString().length > maxBodyBytes) return
    try {
      const request = { method: "POST", body, signal: asking.signal }
      const answer = await fetch(form.getAttribute("action") ?? "", request)
      if (!answer.headers.get("content-type")?.startsWith("application/json")) return
      const issues: LiveIssues = await answer.json()
      if (asking.signal.aborted) return
      const shown = placesNow().filter(({ name, isCode }) => isCode || touched.has(name))
      for (const place of shown) place.show(issues.fields[place.name])
      const marks = shown.flatMap(({ name }) => issues.fields[name]?.marks ?? [])
      const words = marks.length === 0 ? issues.said : sentence(marks)
      if (said !== null && said.textContent !== words) said.textContent = words
    } catch {
      // Away for now: the next change asks again, and saving tells.
    }
  }

  const checkSoon = ({ target }: Event) => {
    if (target instanceof Element) touched.add(target.getAttribute("name") ?? "")
    clearTimeout(waiting)
    waiting = setTimeout(() => void check(), 350)
  }
  placesNow()
  form.addEventListener("input", checkSoon)
  form.addEventListener("change", checkSoon)
  if (form.dataset["issues"] === "now") void check()
}

/** Tells what is wrong with what is typed in a form, while it is typed. */
export const start = (forms: ReadonlyArray<HTMLElement>): void => {
  for (const form of forms) if (form instanceof HTMLFormElement) startOne(form)
}
