import { defaults, getPageView, listPageViews } from "./oazapfts/api.js"
import { absent, asked, baseUrl, expectAnswers, headers } from "./world.js"

Object.assign(defaults, { baseUrl, headers })

const listed = await listPageViews(asked)
if (listed.status !== 200) throw new Error(JSON.stringify(listed.data))
const { effort } = listed.data.data.items[0].references
// @ts-expect-error The values of a map have a type.
void effort?.nothing

const refused = await getPageView(absent)
expectAnswers(effort, refused.status, refused.status === 404 ? refused.data.error.code : undefined)
