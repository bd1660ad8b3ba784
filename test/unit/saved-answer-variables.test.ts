import { expect } from 'chai'
import {
  fillIn,
  firstNameOf,
  openVariables,
  unknownVariables,
  type Values,
} from '../../web/dashboard/pages/inbox/answers/variables.ts'

const VALUES: Values = {
  customer: {
    name: 'Zoë Winter',
    first_name: 'Zoë',
    visits: 3,
    blank: ' ',
    place: { city: 'Ulm' },
  },
  me: { name: undefined },
  agent: { name: '{{customer.name}}' },
  organization: { name: 'Shop' },
}
const filled = (text: string) => fillIn(text, VALUES).text

describe('variables of saved answers', () => {
  for (const [text, expected] of [
    ['Hi {{customer.name}}, from {{ organization.name }}.', 'Hi Zoë Winter, from Shop.'],
    ['{{customer.place.city}} {{customer.visits}}', 'Ulm 3'],
    ['Hi {{customer.nickname|there}} and {{customer.name | there}}', 'Hi there and Zoë Winter'],
    ['{{customer.blank|there}} {{customer.place|none}} {{customer.x|}}!', 'there none !'],
    // A value is never read for variables itself.
    ['{{agent.name}}', '{{customer.name}}'],
    // Only own fields count, and braces around anything else are part of the text.
    ['{{customer.constructor|none}} {{customer.__proto__|none}}', 'none none'],
    [
      '{{ user }} {{shop.name}} {{}} {customer.name}',
      '{{ user }} {{shop.name}} {{}} {customer.name}',
    ],
    ['{{customer.name', '{{customer.name'],
  ] as const)
    it(`make ${JSON.stringify(expected)} of ${JSON.stringify(text)}`, () =>
      expect(filled(text)).to.equal(expected))

  it('stay where no value is known, and the first of them is selected', () => {
    const text = 'Hi {{customer.name}}, it is {{me.name}} of {{customer.plan}}.'
    const { text: shown, missing } = fillIn(text, VALUES)
    expect(shown).to.equal('Hi Zoë Winter, it is {{me.name}} of {{customer.plan}}.')
    expect(shown.slice(missing!.from, missing!.to)).to.equal('{{me.name}}')
    expect(openVariables(shown)).to.deep.equal(['{{me.name}}', '{{customer.plan}}'])
    expect(unknownVariables('{{custmer.name}} {{customer.name}}')).to.deep.equal([
      '{{custmer.name}}',
    ])
  })

  it('read a long hostile text at once', () => {
    const text = '{{customer.'.repeat(700) + '{{ '.repeat(90)
    expect(filled(text)).to.equal(text)
  })

  it('know the first of a name', () => {
    expect(firstNameOf(' Zoë  Winter')).to.equal('Zoë')
    expect(firstNameOf('王小明')).to.equal('王小明')
    expect(firstNameOf(' ')).to.equal(undefined)
  })
})
