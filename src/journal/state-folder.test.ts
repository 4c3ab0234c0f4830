import { homedir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { MemoryStore } from "./memory-store.ts"
import { openStore } from "./open-store.ts"
import { stateFolder } from "./state-folder.ts"

it("is where the user says", () => {
  expect(stateFolder({ KEELSON_STATE: "/data/runs", XDG_STATE_HOME: "/xdg" }, "linux")).toBe("/data/runs")
  expect(stateFolder({ KEELSON_STATE: "runs" }, "linux")).toBe(join(process.cwd(), "runs"))
  expect(stateFolder({ KEELSON_STATE: "", HOME: "/people/ada" }, "linux")).toBe("/people/ada/.local/state/keelson")
})

it("follows XDG on Linux and macOS", () => {
  expect(stateFolder({ XDG_STATE_HOME: "/xdg", HOME: "/people/ada" }, "linux")).toBe("/xdg/keelson")
  expect(stateFolder({ XDG_STATE_HOME: "relative", HOME: "/people/ada" }, "linux")).toBe(
    "/people/ada/.local/state/keelson",
  )
  expect(stateFolder({ HOME: "/people/ada" }, "darwin")).toBe("/people/ada/.local/state/keelson")
  expect(stateFolder({}, "linux")).toBe(join(homedir(), ".local/state/keelson"))
})

it("is local application data on Windows", () => {
  expect(stateFolder({ LOCALAPPDATA: "C:\\Local" }, "win32")).toBe("C:\\Local\\keelson")
})

it("may be memory", async () => {
  const store = await openStore(stateFolder({ KEELSON_STATE: ":memory:" }))
  expect(store).toBeInstanceOf(MemoryStore)
})
