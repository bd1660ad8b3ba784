/**
 * Lets mocha load each test file by `import`. By `require`, which it prefers where Node has it for ES modules, tsx compiles
 * every module a second time, as CommonJS: a job then holds each of ours twice, and a file with a top-level await in its
 * imports fails to load, depending on what was loaded before it.
 */
Object.defineProperty(process.features, 'require_module', { value: false })
