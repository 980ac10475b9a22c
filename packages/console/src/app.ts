import { type Context, type Duration, Effect } from "effect"
import { Hono } from "hono"
import { accountRoutes } from "./account/routes.ts"
import { applicationRoutes } from "./applications/routes.ts"
import { authorizationError } from "./consent/authorization-error.ts"
import { baseApp } from "./base-app.ts"
import { answerConsent, askForConsent } from "./consent/consent.ts"
import { connectionRoutes } from "./connections/routes.ts"
import { contentRoutes } from "./content/routes.ts"
import type { ConsoleServices } from "./context.ts"
import { notFoundPage } from "./failures.ts"
import { findAnywhere, findInOrganization } from "./finding/page.ts"
import { shortcutsPage } from "./finding/shortcuts.ts"
import { home } from "./home.ts"
import { askToJoin, join, openInvitation } from "./invitations/join.ts"
import { keyRoutes } from "./keys/routes.ts"
import { memberRoutes } from "./members/routes.ts"
import { organizationRoutes } from "./organizations/routes.ts"
import { outbox } from "./outbox.ts"
import { makePages } from "./pages.ts"
import { signInRoutes } from "./sign-in/routes.ts"
import type { Site } from "./site.ts"
import { budgetRoutes } from "./usage/budgets-page.ts"
import { projectStart } from "./start/page.ts"

/** Every page and action of a console. */
export const makeApp = (
  services: Context.Context<ConsoleServices>,
  site: Site,
  deadline: Duration.Input = "15 seconds"
) => {
  const pages = makePages(services, site, deadline)
  const { open, signedIn, organization, project } = pages
  return baseApp(site)
    .get("/", signedIn(home))
    .get("/find", signedIn(findAnywhere))
    .get("/shortcuts", open(shortcutsPage))
    .get("/o/:org/find", organization(findInOrganization))
    .get("/o/:org/p/:project", project(projectStart))
    .get("/outbox", open(outbox))
    .get("/authorization-error", open(authorizationError))
    .get("/consent", signedIn(askForConsent))
    .post("/consent", signedIn(answerConsent))
    .get("/invitations/open", open(openInvitation))
    .get("/invitations/join", signedIn(askToJoin))
    .post("/invitations/join", signedIn(join))
    .route("/", signInRoutes(pages))
    .route("/", accountRoutes(pages))
    .route("/", organizationRoutes(pages))
    .route("/", memberRoutes(pages))
    .route("/", keyRoutes(pages))
    .route("/", applicationRoutes(pages))
    .route("/o/:org/p/:project/usage/budgets", site.hasBudgets === true ? budgetRoutes(pages) : new Hono())
    .route("/o/:org/p/:project/connections", site.hasConnections === true ? connectionRoutes(pages) : new Hono())
    .route("/o/:org/p/:project", contentRoutes(pages, site))
    .onError((error, exchange) => open(() => Effect.die(error))(exchange))
    .notFound(open(() => Effect.succeed(notFoundPage(site))))
}
