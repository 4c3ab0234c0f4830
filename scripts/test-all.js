// `npm run test:all`: as `npm test`, with the large sweeps whole instead of sampled; before a release.
process.env.KEELSON_TEST_WHOLE = "1"
await import("./test.js")
