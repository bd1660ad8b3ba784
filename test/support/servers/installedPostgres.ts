import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPlace } from '../../../cli/local/paths.ts'
import { startPostgres } from '../../../cli/local/postgres.ts'

/**
 * The folder with the programs of an installed PostgreSQL, server and client of one version;
 * undefined: there is none of version 15 or newer. The embedded PostgreSQL has no client, and a
 * client cannot dump a newer server.
 */
export const installedPostgres = findInstalled()

function findInstalled(): string | undefined {
  const packaged = '/usr/lib/postgresql'
  const versions = existsSync(packaged) ? readdirSync(packaged).map(Number) : []
  const folders = versions
    .filter((version) => version >= 15)
    .sort((a, b) => b - a)
    .map((version) => join(packaged, String(version), 'bin'))
  const { stdout, status } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  if (status === 0) folders.push(stdout.trim())
  const programs = ['postgres', 'initdb', 'pg_dump', 'pg_restore']
  return folders.find((folder) => programs.every((program) => existsSync(join(folder, program))))
}

/** Starts a server of the installed PostgreSQL, with a database `parley`. */
export async function startInstalled() {
  const folder = mkdtempSync(join(tmpdir(), 'parley-installed-'))
  chmodSync(folder, 0o755)
  const place = await findPlace(folder)
  const server = await startPostgres({ ...place, binaries: installedPostgres! })
  return {
    url: server.url,
    folder,
    /** Runs a command line of the documentation. @throws Error with its output if it fails */
    run: (command: string, env: Record<string, string>) =>
      new Promise<string>((resolve, reject) => {
        const path = `${installedPostgres}:${process.env.PATH}`
        const child = spawn('sh', ['-c', command], {
          cwd: folder,
          env: { PATH: path, LC_ALL: 'C', ...env },
        })
        let output = ''
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (text) => (output += text))
        child.once('close', (code) =>
          code === 0 ? resolve(output) : reject(new Error(`${command}:\n${output}`)),
        )
      }),
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
