import type { NewApiKey } from "@agent-operations/auth"
import { Redacted } from "effect"
import type { InOrganization, Page } from "../context.ts"
import { code, codeBlock } from "../html/code.ts"
import { buttonLink } from "../html/form.ts"
import { bdi, type Html, html, time } from "../html/html.ts"
import { notice } from "../html/notice.ts"
import { facts } from "../html/table.ts"
import { organizationPath } from "../paths.ts"
import { listScopes } from "../scopes.ts"

/** The page that shows a key, only once. The key is in the answer to the form, and neither in a URL nor anywhere else. Law: A4. */
export const shownOnce = (
  { membership, site }: InOrganization,
  title: string,
  { key, token }: NewApiKey,
  more: Html | "" = ""
): Page => ({
  title,
  status: 201,
  body: html`${notice("warning", "Copy the key now. It is not shown again, and nobody can look it up.")}
    ${codeBlock({ id: "key", label: "API key", text: Redacted.value(token), wrap: true })}
    ${facts([
      ["Name", bdi(key.name)],
      ["Scopes", listScopes(key.scopes)],
      ["Expires", key.expiresAt === null ? "Never" : time(key.expiresAt)]
    ])}
    <p>A program sends it as ${code("Authorization: Bearer …")}, with a project's ID as ${code("x-project-id")}.</p>
    ${more} ${buttonLink("I have copied it", organizationPath(site, membership, "keys"))}`
})
