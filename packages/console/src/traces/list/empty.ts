import { codeBlock } from "../../html/code.ts"
import { buttonLink } from "../../html/form.ts"
import { type Html, html, when } from "../../html/html.ts"
import type { ContentVisit } from "../../context.ts"
import { organizationPath } from "../../paths.ts"

/** What makes an exporter of OpenTelemetry send here. */
export const exporterLines = ({ site, project }: ContentVisit) =>
  `export OTEL_EXPORTER_OTLP_ENDPOINT=${site.baseUrl}
export OTEL_EXPORTER_OTLP_HEADERS=authorization=Bearer%20<key>,x-project-id=${encodeURIComponent(project.id)}`

/** What stands where the traces of a project would, and how they get there. */
export const noTraces = (visit: ContentVisit): Html => {
  const { site, project } = visit
  return html`<div class="empty">
    <p>There are no traces in this project yet. Point the OpenTelemetry exporter of a program here, and run it:</p>
    ${codeBlock({ id: "otlp", label: "Environment of the program", text: exporterLines(visit), wrap: true })}
    <p>
      In place of <code>&lt;key&gt;</code> goes an API key with the scope <code>traces:write</code>. OpenInference,
      OpenLLMetry, Langfuse and the AI SDK of Vercel send the same way.
    </p>
    ${when(site.host === undefined, () => buttonLink("API keys", organizationPath(site, project, "keys")))}
  </div>`
}
