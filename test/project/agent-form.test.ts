import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { AGENT_FIELD_NAMES } from '../../shared/agents/fields.ts'

const FORM = ['AgentFields', 'ModelFields', 'ToolFields', 'HandoffFields']
  .map((name) => readFileSync(`web/dashboard/pages/agents/settings/${name}.tsx`, 'utf8'))
  .join('\n')

describe('the form of an agent', () => {
  it('has each field of the API but the active switch, and the parts of the policy', () => {
    const missing = AGENT_FIELD_NAMES.filter(
      (name) => !new RegExp(`\\bdraft\\.${name}\\b|'${name}'`).test(FORM),
    )
    expect(missing).to.deep.equal(['is_active', 'handoff_policy'])
  })
})
