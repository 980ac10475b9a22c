import type { Contract } from "@agent-operations/contract"
import type { ContentVisit } from "../../context.ts"
import { codeBlock } from "../../html/code.ts"
import { type Html, html, when } from "../../html/html.ts"
import { organizationPath } from "../../paths.ts"
import { type ApiCall, writeCall } from "./calls.ts"

/** What all calls need once: the packages, a key, and where this project is. */
const preparation = ({ site, project }: ContentVisit): Html =>
  html`<details class="preparation">
    <summary>Before the first call</summary>
    <p>
      The calls take an API key from the environment
      variable${when(site.host === undefined, () => html` (<a href="${organizationPath(site, project, "keys")}">create one</a>)`)}:
    </p>
    ${codeBlock({ id: "api-environment", label: "Environment", wrap: true, text: `export AGENT_OPERATIONS_API_KEY=aok_…\nexport AGENT_OPERATIONS_URL=${site.baseUrl}\nexport AGENT_OPERATIONS_PROJECT_ID=${project.id}` })}
    ${codeBlock({
      id: "api-client",
      label: "Client",
      text: `import { createClient } from "@agent-operations/client"

const client = createClient({
  baseUrl: ${JSON.stringify(site.baseUrl)},
  projectId: ${JSON.stringify(project.id)},
  credential: process.env.AGENT_OPERATIONS_API_KEY
})`
    })}
    ${codeBlock({ id: "api-mcp", label: "Address of the MCP server", text: `${site.baseUrl}/api/mcp` })}
  </details>`

/** What a page shows, as calls that a program makes, on each surface. */
export const apiPage = (visit: ContentVisit, contract: Contract, calls: ReadonlyArray<ApiCall>): Html =>
  html`<p>What this page shows, as a program asks for it.</p>
    ${preparation(visit)}
    ${calls.map((call, place) => {
      const { site, project } = visit
      const { baseUrl, program } = site
      const written = writeCall(contract, call, { baseUrl, program, projectId: project.id })
      return when(
        written.length > 0,
        () =>
          html`<section aria-labelledby="call-${place}">
            <h2 id="call-${place}"><code>${call.operation}</code></h2>
            ${written.map(({ label, text }, n) => codeBlock({ id: `call-${place}-${n}`, label, text, wrap: true }))}
          </section>`
      )
    })}`
