import { expect } from 'chai'
import {
  attachmentName,
  attachmentTypeOf,
  sizeOfImage,
} from '../../../shared/lib/attachmentTypes.ts'
import { makePng } from '../../support/data/attachments.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')

describe('the type of an attachment', () => {
  const JPEG = '\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x11\x08\x00\x20\x00\x30\x03'
  const FILES: [string, Buffer, string | undefined][] = [
    ['a PNG', makePng(), 'image/png'],
    ['a JPEG', latin1(JPEG), 'image/jpeg'],
    ['a GIF', latin1('GIF89a\x01\x00\x01\x00'), 'image/gif'],
    ['a WebP', latin1('RIFF\x00\x00\x00\x00WEBPVP8 '), 'image/webp'],
    ['a PDF', latin1('%PDF-1.7\n'), 'application/pdf'],
    ['a page', latin1('<!doctype html><script>alert(1)</script>'), undefined],
    ['an SVG', latin1('<svg xmlns="http://www.w3.org/2000/svg"/>'), undefined],
    ['a PDF behind a page', latin1('<script></script>%PDF-1.7'), undefined],
    ['a sound that is no image', latin1('RIFF\x00\x00\x00\x00WAVEfmt '), undefined],
    ['nothing', Buffer.alloc(0), undefined],
  ]
  for (const [what, bytes, type] of FILES)
    it(`is recognized by its bytes: ${what}`, () => expect(attachmentTypeOf(bytes)).to.equal(type))

  const lossless = Buffer.alloc(25)
  lossless.write('RIFF\x00\x00\x00\x00WEBPVP8L', 'latin1')
  lossless.writeUInt32LE(99 | (49 << 14), 21)
  const extended = Buffer.alloc(30)
  extended.write('RIFF\x00\x00\x00\x00WEBPVP8X', 'latin1')
  extended.writeUIntLE(99, 24, 3)
  extended.writeUIntLE(49, 27, 3)
  const lossy = Buffer.alloc(30)
  lossy.write('RIFF\x00\x00\x00\x00WEBPVP8 ', 'latin1')
  lossy.writeUInt16LE(100, 26)
  lossy.writeUInt16LE(50, 28)
  const SIZES: [string, Parameters<typeof sizeOfImage>[0], Buffer, [number, number] | undefined][] =
    [
      ['PNG', 'image/png', makePng(100, 50), [100, 50]],
      ['JPEG', 'image/jpeg', latin1(JPEG), [48, 32]],
      ['GIF', 'image/gif', latin1('GIF89a\x64\x00\x32\x00'), [100, 50]],
      ['lossless WebP', 'image/webp', lossless, [100, 50]],
      ['WebP with parts', 'image/webp', extended, [100, 50]],
      ['lossy WebP', 'image/webp', lossy, [100, 50]],
      ['cut PNG', 'image/png', makePng().subarray(0, 20), undefined],
      ['JPEG without a picture', 'image/jpeg', latin1('\xff\xd8\xff\xd9\x00\x02'), undefined],
      ['GIF of no size', 'image/gif', latin1('GIF89a\x00\x00\x00\x00'), undefined],
    ]
  for (const [what, type, bytes, size] of SIZES)
    it(`has the size of its image: ${what}`, () =>
      expect(sizeOfImage(type, bytes)).to.deep.equal(size && { width: size[0], height: size[1] }))

  it('is left undecided by a JPEG of fillers only, in little time', () =>
    expect(sizeOfImage('image/jpeg', Buffer.alloc(5_000_000, 0xff))).to.equal(undefined))
})

describe('the name of an attachment', () => {
  const NAMES: [
    given: string,
    type: 'image/png' | 'image/jpeg' | 'application/pdf',
    name: string,
  ][] = [
    ['photo.png', 'image/png', 'photo.png'],
    ['Foto.JPEG', 'image/jpeg', 'Foto.jpeg'],
    ['../../etc/passwd', 'application/pdf', 'passwd.pdf'],
    ['C:\\temp\\bill.pdf', 'application/pdf', 'bill.pdf'],
    ['page.html', 'image/png', 'page.html.png'],
    ['bill\u202efdp.exe', 'application/pdf', 'billfdp.exe.pdf'],
    ['a\r\nSet-Cookie: b.png', 'image/png', 'aSet-Cookie: b.png'],
    ['.png', 'image/png', 'file.png'],
    ['', 'image/jpeg', 'file.jpg'],
    ['Rechnung für Zoë 😀.pdf', 'application/pdf', 'Rechnung für Zoë 😀.pdf'],
    [`${'x'.repeat(400)}.pdf`, 'application/pdf', `${'x'.repeat(115)}.pdf`],
  ]
  for (const [given, type, name] of NAMES)
    it(`is safe: ${JSON.stringify(given.slice(0, 40))}`, () =>
      expect(attachmentName(given, type)).to.equal(name))
})
