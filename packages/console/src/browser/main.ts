import { watchEarlyTyping } from "./drafts/typed-early.ts"
import { guardForms } from "./forms.ts"

/** What is started where a page has its elements. */
interface Feature {
  readonly start: (elements: ReadonlyArray<HTMLElement>) => void
}

const features: Array<readonly [selector: string, load: () => Promise<Feature>]> = []
const starting: Array<Promise<void>> = []

const startWithin = async (root: ParentNode, [selector, load]: (typeof features)[number]) => {
  const elements = [...root.querySelectorAll<HTMLElement>(selector)]
  // The page works without: what fails is told where developers look.
  if (elements.length > 0) await load().then(({ start }) => start(elements), reportError)
}

/** Loads a module and starts it with the elements that it is for, where there are any. */
const feature = (selector: string, load: () => Promise<Feature>): void => {
  features.push([selector, load])
  starting.push(startWithin(document, [selector, load]))
}

guardForms()
watchEarlyTyping()
feature("details[data-menu]", () => import("./menus/index.ts"))
feature("[data-toast]", () => import("./toast/index.ts"))
feature("a[data-dialog]", () => import("./dialog/index.ts"))
feature("button[data-copy]", () => import("./copy/index.ts"))
feature("form[data-draft]", () => import("./drafts/index.ts"))
feature("[data-sign-out]", () => import("./drafts/sign-out.ts"))
feature("form[data-palette]", () => import("./palette/index.ts"))
feature("body[data-shortcuts]", () => import("./shortcuts/index.ts"))
feature("button[data-copy-text]", () => import("./copy/index.ts"))
feature("time[data-time]", () => import("./times/index.ts"))
feature("[data-file-into]", () => import("./file/index.ts"))
feature("form[data-list-query]", () => import("./list/index.ts"))
feature("form[data-selection]", () => import("./selection/index.ts"))
feature("form[data-builder]", () => import("./builder/index.ts"))
feature("form[data-preview]", () => import("./preview/index.ts"))
feature("textarea[data-code-editor]", () => import("./code-editor/index.ts"))
feature("form[data-issues]", () => import("./issues/index.ts"))
feature("[data-later]", () => import("./later/index.ts"))
feature("[data-live=running]", () => import("./live/index.ts"))
feature("[data-react-view]", () => import("./sandbox/index.ts"))

// A part of a page that came later has features, too.
document.addEventListener("content-added", ({ target }) => {
  if (target instanceof Element) for (const each of features) void startWithin(target, each)
})

// Whoever drives a browser waits for this, and then finds every script at work.
void Promise.all(starting).then(() => (document.documentElement.dataset["scripts"] = "started"))
