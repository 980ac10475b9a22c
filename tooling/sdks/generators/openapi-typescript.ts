import createClient from "openapi-fetch"
import type { paths } from "./openapi-typescript/api.js"
import { absent, asked, baseUrl, expectAnswers, headers } from "./world.js"

const client = createClient<paths>({ baseUrl, headers })

const { data } = await client.POST("/api/agent/list_page_views", { body: asked })
const { effort } = data!.data.items[0].references
// @ts-expect-error The values of a map have a type.
void effort?.nothing

const { error, response } = await client.POST("/api/agent/get_page_view", { body: absent })
expectAnswers(effort, response.status, error?.error.code)
