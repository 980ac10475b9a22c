import { Invoker } from "@agent-operations/operations"
import { Effect } from "effect"
import type { ContentHandler } from "../../context.ts"
import { apiPage } from "./page.ts"

const withTab = (url: URL, tab: string | undefined): string => {
  const query = new URLSearchParams(url.searchParams)
  query.delete("tab")
  query.delete("done")
  if (tab !== undefined) query.set("tab", tab)
  return query.size === 0 ? url.pathname : `${url.pathname}?${query}`
}

/** Puts beside a page one of the calls that ask for the same, where it says which those are. */
export const withApi = (page: ContentHandler): ContentHandler =>
  Effect.fnUntraced(function* (visit) {
    const answer = yield* page(visit)
    if (answer instanceof Response || answer.api === undefined) return answer
    const { api, body, tabs = [{ label: "Overview", href: withTab(visit.url, undefined) }] } = answer
    const isApi = visit.query("tab") === "api"
    const { contract } = yield* Invoker
    return {
      ...answer,
      tabs: [
        ...tabs.map((tab) => ({ ...tab, current: !isApi && tab.href.split("?")[0] === visit.url.pathname })),
        { label: "API", href: withTab(visit.url, "api"), current: isApi }
      ],
      body: isApi ? apiPage(visit, contract, api) : body
    }
  })
