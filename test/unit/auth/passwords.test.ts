import { expect } from 'chai'
import { refuseObvious } from '../../../api/auth/passwords.ts'

describe('a new password', () => {
  const isRefused = (password: string, email = 'olga.owner@example.com') =>
    refuseObvious('password', password, email).then(
      () => false,
      () => true,
    )

  const OBVIOUS = [
    'password1234',
    'Password12345!',
    'P@ssw0rd!P@ssw0rd!',
    'qwertzuiop12',
    'adminadminadmin',
    'iloveyouiloveyou',
    '123456789012',
    '1111111111111111wxyz',
    'abcabcabcabcabc',
    'olga.owner@example.com1',
    'olgaowner1234',
    'parleyparley12',
    '           short',
  ]
  for (const password of OBVIOUS)
    it(`is refused if it is guessed early: ${password}`, async () => {
      expect(await isRefused(password)).to.equal(true)
    })

  const GOOD = [
    'correct horse battery staple',
    'four words nobody expects',
    'ünïcödé wörter hier im Satz',
    '雨の日は紅茶と本があれば幸せです',
    'x7!kQ2vb9#Lm',
    `${'many different words make it long '.repeat(6)}`.slice(0, 200),
  ]
  for (const password of GOOD)
    it(`is accepted: ${password.slice(0, 40)}`, async () => {
      expect(await isRefused(password)).to.equal(false)
    })

  it('of repeated parts is refused, however long it is', async () => {
    for (const part of ['1', '12', '1a', 'P@55', '1234'])
      for (const length of [28, 64, 200])
        expect(await isRefused(`${part.repeat(200).slice(0, length - 4)}wxyz`), part).to.equal(true)
  })
})
