import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

/** An address that is public everywhere else, and this machine's in a separate network. */
export const PUBLIC = '93.184.216.34'

const inside = (command: string) => [
  '-rn',
  'sh',
  '-c',
  `ip link set lo up && ip addr add ${PUBLIC}/32 dev lo && exec ${command}`,
]

/** Whether processes can have a separate network here: on Linux, if the system allows it. */
export const hasOwnNetworks = () =>
  spawnSync('unshare', inside('true'), { stdio: 'ignore' }).status === 0

/**
 * Runs a TypeScript file in a network without other machines, where `PUBLIC` is this machine.
 * @returns its output
 */
export async function runInOwnNetwork(file: string): Promise<string> {
  const command = `${process.execPath} --import tsx ${file}`
  const { stdout } = await promisify(execFile)('unshare', inside(command), { timeout: 110_000 })
  return stdout
}
