import { client } from "./hey-api/client.gen.js"
import { getPageView, listPageViews } from "./hey-api/sdk.gen.js"
import { zListPageViewsResponse } from "./hey-api/zod.gen.js"
import { absent, asked, baseUrl, expectAnswers, headers } from "./world.js"

client.setConfig({ baseUrl, headers })

const { data } = await listPageViews({ body: asked })
const { effort } = data!.data.items[0].references
// @ts-expect-error The values of a map have a type.
void effort?.nothing

const { effort: parsed } = zListPageViewsResponse.parse(data).data.items[0].references
// @ts-expect-error The values of a map have a type.
void parsed?.nothing

const { error, response } = await getPageView({ body: absent })
expectAnswers(effort, response!.status, error?.error.code)
expectAnswers(parsed, response!.status, error?.error.code)
