import { Effect } from "effect"
import { asCaller } from "../as-caller.ts"
import { baseApp } from "../base-app.ts"
import { contentRoutes } from "../content/routes.ts"
import type { ContentPages, ContentServices } from "../context.ts"
import { notFoundPage } from "../failures.ts"
import { makePageHandler, type PageRunner } from "../page-handler.ts"
import type { HostSession, makeHostPeople } from "./people.ts"
import { shortcutsPage } from "../finding/shortcuts.ts"
import { hostProjectStart } from "../start/page.ts"
import { organizationProjects, projectList } from "./projects.ts"

interface HostApp extends Omit<PageRunner<ContentServices, HostSession>, "session"> {
  readonly people: ReturnType<typeof makeHostPeople>
}

/** Every page of a console of a host's people. */
export const hostApp = ({ people, ...runner }: HostApp) => {
  const { site } = runner
  const handler = makePageHandler<ContentServices, HostSession>({ ...runner, session: people.session })
  const pages: ContentPages = { content: (page) => handler(people.inProject, asCaller(page)) }
  return baseApp(site)
    .get("/", handler(people.known, projectList))
    .get("/shortcuts", handler(people.known, shortcutsPage))
    .get("/o/:org", handler(people.known, organizationProjects))
    .get("/o/:org/p/:project", pages.content(hostProjectStart))
    .route("/o/:org/p/:project", contentRoutes(pages, site))
    .onError((error, exchange) => handler(Effect.succeed, () => Effect.die(error))(exchange))
    .notFound(handler(Effect.succeed, () => Effect.succeed(notFoundPage(site))))
}
