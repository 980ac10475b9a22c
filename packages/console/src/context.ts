import type {
  Access,
  Caller,
  NotAllowed,
  Unknown,
  ApiKeys,
  AuditLog,
  Invitations,
  Membership,
  OfferedScopes,
  Organizations,
  Project,
  RateLimit
} from "@agent-operations/auth"
import type { MissingScope, NotFound, RateLimited, Timeout, Unavailable } from "@agent-operations/error-envelope"
import type { Cursors, Invoker } from "@agent-operations/operations"
import type { EncodedRevisionStore } from "@agent-operations/revision-store"
import type { Validator } from "@agent-operations/views"
import type { Duration, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Context } from "hono"
import type { ApiCall } from "./content/api/calls.ts"
import type { OwnPage } from "./content/own-page.ts"
import type { Section } from "./content/Section.ts"
import type { ViewCompiler } from "./content/sandbox/ViewCompiler.ts"
import type { Renderer } from "./content/render/Renderer.ts"
import type { DeletionPlanned } from "./deletion/planned.ts"
import type { PageTooLarge, SessionEnded } from "./failures.ts"
import type { Form } from "./form.ts"
import type { Site } from "./site.ts"
import type { Theme } from "./theme.ts"
import type { Html } from "./html/html.ts"
import type { MenuItem } from "./html/menu.ts"
import type { Tab } from "./html/tabs.ts"
import type {
  BrowserSession,
  BrowserSessions,
  Consents,
  Grants,
  Mail,
  Outbox,
  SignIn
} from "@agent-operations/identity"
import type { UnreadableBody } from "@agent-operations/identity/http"

/** The services that the pages of a project's content use. */
export type ContentServices =
  | Invoker
  | EncodedRevisionStore
  | Cursors
  | Validator
  | Renderer
  | ViewCompiler
  | SqlClient.SqlClient

/** The services that all pages use. */
export type ConsoleServices =
  | ContentServices
  | Organizations
  | Invitations
  | AuditLog
  | ApiKeys
  | BrowserSessions
  | SignIn
  | Consents
  | Grants
  | Outbox
  | Mail
  | OfferedScopes
  | RateLimit

/** Where a console is, what it is called, and which kinds it shows. */
export interface ConsoleOptions {
  /** The console's own origin: `https://ops.example.com`. */
  readonly origin: string
  /** Below which path of the origin its pages are: `/ops`. None by default. */
  readonly prefix?: string | undefined
  /**
   * The kinds of definition that have pages, in the order of the navigation. Default: page views and custom fields, and the kinds of
   * what is served beside them: metrics charts, prompts, datasets, apps and scorers.
   */
  readonly sections?: ReadonlyArray<Section>
  /** What the product is called, at the top of each page and in its mails. Default: "Agent Operations". */
  readonly name?: string
  /** The name of the command line that has the served operations, for the tab "API" of a page. Default: none, and no block of it. */
  readonly program?: string
  /** The colour and the letters that the console has of the host's. */
  readonly theme?: Theme
  /** Whether projects have pages of traces and sessions, where those are served. Default: true. */
  readonly traces?: boolean
  /** Pages of the host's own, in each project, after those of `sections`. Default: none. */
  readonly pages?: ReadonlyArray<OwnPage>
  /** How long the deletion of a project or an organization can be cancelled. Default: 7 days. */
  readonly deletionDelay?: Duration.Input
  /** How many organizations that still exist one person may have created, or `"off"`. Default: 20. Law: K3. */
  readonly organizationsPerPerson?: number | "off"
  /** How long the look-up of the session, the form and the page may take together, before 504. Default: 15 seconds. */
  readonly deadline?: Duration.Input
}

/** Somebody whose browser is known. */
export interface Session {
  readonly user: { readonly id: string; readonly name: string }
}

/** What somebody can switch to from where they are. */
export interface Reach {
  readonly organizations: ReadonlyArray<Pick<Membership, "organizationId" | "organizationName">>
  /** Projects of the organization that the page is in: as many as are listed. */
  readonly projects: ReadonlyArray<Pick<Project, "id" | "organizationId" | "name">>
}

/** One request, and who makes it. */
export interface Visit {
  readonly request: Request
  readonly url: URL
  readonly site: Site
  /** The client's IP address. */
  readonly address: string
  readonly requestId: string
  readonly session: Session | undefined
  /** In the organization of the page, once somebody is let in there, with their role where it is known. */
  readonly membership?: Omit<Membership, "role"> & Partial<Pick<Membership, "role">>
  /** Known of a page that somebody opens, and of no form that is sent. */
  readonly reach?: Reach | undefined
  /** A parameter of the path, decoded. */
  readonly param: (name: string) => string
  /** The first value of a parameter of the query. */
  readonly query: (name: string) => string | undefined
  /** What was posted; empty for a GET. */
  readonly form: Form
}

/** A request of somebody who is signed in. */
export interface SignedIn extends Visit {
  readonly session: BrowserSession
  /** The signed-in person, as the services want whoever acts. */
  readonly by: { readonly type: "member"; readonly userId: string }
}

/** A request below `/o/:org`, of a member of it. */
export interface InOrganization extends SignedIn {
  readonly membership: Membership
}

/** A request for what a project holds, and what whoever makes it may do there. */
export interface ContentVisit extends Visit {
  readonly project: Pick<Project, "id" | "organizationId" | "name">
  readonly access: Access
}

/** A request below `/o/:org/p/:project`, of a member of the organization. */
export interface InProject extends InOrganization, Pick<ContentVisit, "access"> {
  readonly project: Project
}

/** A page that another lies below, by its name. */
export interface Crumb {
  readonly label: string
  readonly href: string
}

/** A page, which the layout is put around. */
export interface Page {
  /** The `h1`, and what the browser's tab begins with. */
  readonly title: string
  /** The pages between that of the project, or of the organization, and this one, outermost first. */
  readonly trail?: ReadonlyArray<Crumb>
  /** The one thing that most readers come for, beside the `h1`: `buttonLink("Create key", …, { kind: "primary" })`. */
  readonly primary?: Html | "" | undefined
  /** What else can be done here, in a menu beside it. */
  readonly more?: ReadonlyArray<MenuItem>
  /** The pages of the same thing, of which this is one. */
  readonly tabs?: ReadonlyArray<Tab>
  /** What a program would call for what the page shows: a tab beside it says how. */
  readonly api?: ReadonlyArray<ApiCall>
  /** What stands below the `h1`. */
  readonly body: Html
  /** A single column, for a page that asks one thing. */
  readonly narrow?: boolean
  /** Without navigation, in the middle: somebody signs in, or decides what a program may do. */
  readonly alone?: boolean
  /** As wide as the window, for a page of many columns. */
  readonly wide?: boolean
  /** By default 200. */
  readonly status?: number
  /** What the page says for `?done=<code>`, after a redirect by `seeOther(path, code)`. */
  readonly notices?: Readonly<Record<string, string | Html>>
  /** Where a form of the page may lead besides this origin, as a CSP source. */
  readonly formAction?: string
  /** By which the page's policy lets in styles that a script adds, as the editor of code does: `makeStyleNonce()`. */
  readonly styleNonce?: string
  /** A React page view may run on it, in a frame. */
  readonly frame?: boolean | undefined
  /** The page's URL holds a secret: no part of it is told to anybody. */
  readonly secretUrl?: boolean
  /** A failure: the page ends with the request's ID, by which the log has it. */
  readonly failed?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

/** What a page's handler answers: a page, or a response as it is (`seeOther`). */
export type Answer = Page | Response

/** Failures that have a page of their own, alike wherever they happen. */
export type CommonFailure =
  | Unknown
  | NotFound
  | NotAllowed
  | DeletionPlanned
  | MissingScope
  | UnreadableBody
  | PageTooLarge
  | SessionEnded
  | RateLimited
  | Unavailable
  | Timeout

/** What answers a request: an effect over the services. */
export type PageHandler<V extends Visit, R = ConsoleServices> = (visit: V) => Effect.Effect<Answer, CommonFailure, R>

/** A page of what a project holds, whose operations are called as the person. */
export type ContentHandler = PageHandler<ContentVisit, ContentServices | Caller>

/** What Hono calls for a route. */
export type Handler = (context: Context) => Promise<Response>

/**
 * What a form does. One that changes something is refused where a deletion is planned; it is of this kind unless its route
 * says otherwise. Law: A10.
 */
export type FormEffect = "changes" | "reads" | "keeps"

/** Makes Hono handlers of the pages of a project's content. */
export interface ContentPages {
  readonly content: (page: ContentHandler, form?: FormEffect) => Handler
}

/** Makes Hono handlers of pages, by who may open them. A stranger is sent to sign in, or told 404. */
export interface Pages extends ContentPages {
  /** For anybody. */
  readonly open: (page: PageHandler<Visit>) => Handler
  /** For whoever is signed in. */
  readonly signedIn: (page: PageHandler<SignedIn>) => Handler
  /** For members of `:org`. */
  readonly organization: (page: PageHandler<InOrganization>, form?: FormEffect) => Handler
  /** For members of `:org`, with `:project`. */
  readonly project: (page: PageHandler<InProject>, form?: FormEffect) => Handler
}
