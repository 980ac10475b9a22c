import { createClient } from "@agent-operations/client"
import { viewFamilies } from "@agent-operations/contract"
import { clientPort, serveStdio } from "@agent-operations/mcp"

const { AGENT_OPERATIONS_URL, AGENT_OPERATIONS_API_KEY, AGENT_OPERATIONS_PROJECT_ID } = process.env

const client = createClient({
  baseUrl: AGENT_OPERATIONS_URL!,
  credential: AGENT_OPERATIONS_API_KEY!,
  projectId: AGENT_OPERATIONS_PROJECT_ID!,
  retries: 0
})

serveStdio(clientPort(client), { families: viewFamilies })
