import type { Site } from "./site.ts"

type Prefixed = Pick<Site, "prefix">

/** The path of a page, of segments that may hold any text. */
export const path = ({ prefix }: Prefixed, ...segments: ReadonlyArray<string>) =>
  `${prefix}/${segments.map(encodeURIComponent).join("/")}`

/** The path of a page below an organization. */
export const organizationPath = (
  site: Prefixed,
  { organizationId }: { readonly organizationId: string },
  ...rest: ReadonlyArray<string>
) => path(site, "o", organizationId, ...rest)

/** The path of a page below a project. */
export const projectPath = (
  site: Prefixed,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
  ...rest: ReadonlyArray<string>
) => path(site, "o", organizationId, "p", id, ...rest)

/** 303 to wherever a service sends the browser, with the cookies that it sets. */
export const elsewhere = (location: string, cookies: ReadonlyArray<string> = []): Response => {
  const headers = new Headers({ location })
  for (const cookie of cookies) headers.append("set-cookie", cookie)
  return new Response(null, { status: 303, headers })
}

/** 303 to a path of this origin. `done` is a code that the page there has a notice for. */
export const seeOther = (to: string, done?: string, cookies: ReadonlyArray<string> = []): Response =>
  elsewhere(done === undefined ? to : `${to}${to.includes("?") ? "&" : "?"}done=${encodeURIComponent(done)}`, cookies)
