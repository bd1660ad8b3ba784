import { expect } from 'chai'
import { makeUploadCapacity, type UploadCapacity } from '../../../api/uploads/uploadCapacity.ts'

const MB = 1024 * 1024

describe('the memory for uploads', () => {
  const rooms: UploadCapacity[] = []
  afterEach(() => {
    for (const room of rooms.splice(0)) room.release()
  })
  const roomOf = (organization: string) => {
    const room = makeUploadCapacity(organization)
    rooms.push(room)
    return room
  }
  const hold = (organization: string, megabytes: number) =>
    roomOf(organization).take(megabytes * MB)
  const refused = { code: 'unavailable', retryAfter: 5 }

  it('has room for two of the largest of one organization, and then for those of others', () => {
    hold('alpha', 21)
    hold('alpha', 21)
    expect(() => hold('alpha', 1))
      .to.throw()
      .that.includes(refused)
    hold('beta', 21)
  })

  it('has room for four of the largest in all', () => {
    for (const organization of ['alpha', 'alpha', 'beta', 'gamma']) hold(organization, 21)
    expect(() => hold('delta', 1))
      .to.throw()
      .that.includes(refused)
  })

  it('is not taken by bodies of which hardly anything has come', () => {
    for (let n = 0; n < 1_000; n++) roomOf('alpha').take(100)
    hold('alpha', 21)
    hold('beta', 21)
  })

  it('is given back once, however often it is released', () => {
    const first = roomOf('alpha')
    first.take(21 * MB)
    hold('alpha', 21)
    first.release()
    first.release()
    hold('alpha', 21)
    expect(() => hold('alpha', 1))
      .to.throw()
      .that.includes(refused)
  })
})
