import type { Plugin } from 'vite'

/** Gives the launcher the button's names without the paths of their files. */
export const launcherNames: Plugin = {
  name: 'launcher-names',
  async load(id) {
    if (!id.endsWith('/launcher/names.ts')) return
    const folder = `${import.meta.dirname}/languages`
    const names: [code: string, name: string][] = []
    for (const file of (await this.fs.readdir(folder)).sort()) {
      const text = await this.fs.readFile(`${folder}/${file}`, { encoding: 'utf8' })
      names.push([file.replace('.json', ''), JSON.parse(text).open])
    }
    return `export const NAMES = ${JSON.stringify(Object.fromEntries(names))}`
  },
}
