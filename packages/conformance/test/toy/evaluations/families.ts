import { apps } from "@agent-operations/contract/apps"
import { datasets } from "@agent-operations/contract/datasets"
import { evaluations } from "@agent-operations/contract/evaluations"
import { prompts } from "@agent-operations/contract/prompts"
import { scorers } from "@agent-operations/contract/scorers"

/** What a server of evaluation runs has at least. */
export const evaluationFamilies = [prompts, datasets, apps, scorers, evaluations]
