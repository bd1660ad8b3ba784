import { expect } from 'chai'
import { expectStreamed, readReply } from './shop.ts'

/** Texts with brackets and numbers that are no marks of the three sources. */
const TEXTS = [
  // Code
  'Write `a[1]` and `b [1]`.',
  'Write ``a ` [1]`` now.',
  '```\na [1]\n```',
  '```js\nconst b = a[1]\n```\nDone.',
  '~~~\na [1]\n~~~',
  '~~~~ lua\nprint(t[1]) -- [2]\n~~~\nstill [1]\n~~~~',
  'Do this:\n\n    a = b [1]\n    c [2]\n\nDone.',
  'Do this:\n\n\tprint [1]\n\nDone.',
  '- So:\n\n  ```\n  b [1]\n  ```',
  '1. So:\n\n   ~~~\n   b [1]\n   ~~~',
  '> ```\n> b [1]\n> ```',
  '```\nis not closed [1]',
  // Indexes and lists
  'Use arr[5].',
  'Use arr[1].',
  'The value is y[5].',
  'It is in items[2].',
  'Lua begins with t[1].',
  'The last one is users[3].',
  'Set x[1] = 2.',
  'Use matrix[1][2].',
  'Use row_names[1].',
  'Use self.names[1] here.',
  'Call users[1].name first.',
  'Add 1 with counts[1]++.',
  'It lies in the interval [0, 1].',
  'It lies in the interval [1, 2].',
  'The array [1, 2, 3] has three items.',
  'Sort the array [1, 2, 3].',
  'The list [1, 2, 3] is sorted.',
  'The result is [1, 2].',
  'Output: [1, 2, 3]',
  'x = [1, 2]',
  'x ∈ [1, 2]',
  'The values are [7, 8, 9].',
  'The item [17] of the list is blue.',
  'The array has an element at index [7].',
  'Das Intervall [1, 2] ist abgeschlossen.',
  'L’intervalle [1, 2] est fermé.',
  '数组[1, 2, 3]有三个元素。',
  // Expressions
  'The class [0-9] is a digit.',
  'Match [0-9]+ or [1-9]+.',
  // Formulas
  '\\[ x_1 + y[1] \\]',
  'So:\n\\[ 1 \\]\nDone.',
  'With $$x[1]$$ and \\(x [1]\\).',
  // Raised numbers
  'x² and m² and 10¹',
  'The garden has 20 m².',
  'It is 5 km² large, or 7 cm³.',
  'The 1ˢᵗ of May.',
  'E = mc².',
  'sin² and cos²',
  'H₂O and CO²',
  'x^2^',
  // Links
  'See [17](https://shop.example.com/help).',
  'See [help](https://shop.example.com/help).',
  'See [the help][1].\n\n[1]: https://shop.example.com/help',
  'See https://shop.example.com/help.',
  // Others
  '- [x] done\n- [ ] open',
  'In [2024] we moved.',
  'Version [1.2.3] is new.',
  'See [7] and [0] and [a].',
  'We sell shoes (1), (2).',
  '1. One\n2. Two',
  'Press <1> to go on.',
  'f(1) and a (b) c',
  'The source of the river is in the north.',
  'Sources of water:\n- the river\n- the lake',
  '**Sources** are named below.',
  'References: ask our friends.',
  'Our sources:\n1. Solar\n2. Wind',
  'See [our terms] for more.',
]

describe('no mark', () => {
  for (const text of TEXTS)
    it(`is in ${JSON.stringify(text)}`, () => {
      expect(readReply(text)).to.deep.include({ content: text })
      expectStreamed(text, [1])
    })

  it('is a raised number that the sources have themselves', () => {
    const text = 'Returns are free¹ for members.'
    expect(readReply(text, 'Returns are free¹ in spring.').content).to.equal(text)
  })

  it('is a number after a word if the text has no other directly after a word', () => {
    expect(readReply('Shown as ports[7, 8].').content).to.equal('Shown as ports[7, 8].')
  })
})
