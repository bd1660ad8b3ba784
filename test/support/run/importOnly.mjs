/**
 * Lets mocha load each test file by `import`. By `require`, which it prefers where Node has it for ES modules, tsx compiles
 * every module a second time, as CommonJS, and again by `import` where one of them awaits at its top: a job then holds
 * each of ours twice, for a fifth of its time.
 */
Object.defineProperty(process.features, 'require_module', { value: false })
