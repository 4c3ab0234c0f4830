import { describe, expect, it } from "vitest"
import { readSignal, signalText } from "./signals.ts"

const DONE = { kind: "step_done", text: "" }

describe("a signal that is given", () => {
  it.each<[string, { kind: string; text: string }]>([
    ['{"control":"step_done"}', DONE],
    ['{"control": "STEP_DONE"}', DONE],
    ['{"Control":"Step_Done"}', DONE],
    ["{'control': 'step_done'}", DONE],
    ['{"control":"step_done",}', DONE],
    ['{"control":"step_done"', DONE],
    ["{control: step_done}", DONE],
    ["{“control”: “step_done”}", DONE],
    ['```json\n{"control":"step_done"}\n```', DONE],
    ['```\n{\n  "control": "step_done"\n}\n```', DONE],
    ['{"control":"step done"}', DONE],
    ['{"control":"stepDone"}', DONE],
    [
      '{"control":"step-done","result":"a.txt is written (task 2)"}',
      { kind: "step_done", text: "a.txt is written (task 2)" },
    ],
    ['{"control":"step_done","summary":"all green"}', { kind: "step_done", text: "all green" }],
    ['{"step":2,"status":{"control":"step_done","result":"ok"}}', { kind: "step_done", text: "ok" }],
    ['{"thought":"fine","output":{"signal":"step_done"},"files":[1,2]}', DONE],
    ['{"name":"step_done","arguments":{"result":"written"}}', { kind: "step_done", text: "written" }],
    ['{"step_done": true}', DONE],
    ['{"step_done": {"result": "written"}}', { kind: "step_done", text: "written" }],
    ['{"replan": "the file does not exist"}', { kind: "replan", text: "the file does not exist" }],
    ["STEP_DONE", DONE],
    ["step_done", DONE],
    ["Step done.", DONE],
    ["**STEP_DONE**", DONE],
    ["`step_done`", DONE],
    ["✅ STEP_DONE", DONE],
    ["<step_done/>", DONE],
    ["<step_done></step_done>", DONE],
    ["<step_done>it is written</step_done>", { kind: "step_done", text: "it is written" }],
    ["<control>step_done</control>", DONE],
    ["[STEP_DONE]", DONE],
    ["Status: STEP_DONE", DONE],
    ["STEP_DONE: a.txt is written", { kind: "step_done", text: "a.txt is written" }],
    ["REPLAN: there is no such module", { kind: "replan", text: "there is no such module" }],
    ["Replan - there is no such module", { kind: "replan", text: "there is no such module" }],
    ["STEP_BLOCKED: which database is meant?", { kind: "step_blocked", text: "which database is meant?" }],
    ['{"control":"replan","reason":"no tests here"}', { kind: "replan", text: "no tests here" }],
    ['{"control":"step_blocked","reason":"Which port?"}', { kind: "step_blocked", text: "Which port?" }],
    ['The file is written. {"control":"step_done"}', { kind: "step_done", text: "The file is written." }],
    ['I wrote a.txt.\n\n{"control":"step_done"}', { kind: "step_done", text: "I wrote a.txt." }],
    ['I wrote a.txt.\n\n```json\n{"control":"step_done"}\n```', { kind: "step_done", text: "I wrote a.txt." }],
    ['{"control":"step_done"}\nThe file is there.', { kind: "step_done", text: "The file is there." }],
    [
      'The host can\'t be reached, {"control":"step_blocked","reason":"no network"}',
      { kind: "step_blocked", text: "no network" },
    ],
    ["All tests pass. STEP_DONE", { kind: "step_done", text: "All tests pass." }],
    ["I looked at everything.\nSTEP_DONE", { kind: "step_done", text: "I looked at everything." }],
    ['文件已写好。{"control":"step_done"}', { kind: "step_done", text: "文件已写好。" }],
    ['测试全部通过，本步骤完成：{"control":"step_done","result":"测试通过"}', { kind: "step_done", text: "测试通过" }],
    ["已完成修改。\nSTEP_DONE", { kind: "step_done", text: "已完成修改。" }],
    [
      '无法连接数据库，{"control":"step_blocked","reason":"缺少密码，密码是什么？"}',
      { kind: "step_blocked", text: "缺少密码，密码是什么？" },
    ],
    ["【STEP_DONE】", DONE],
    ["信号：STEP_DONE", DONE],
    [
      'I could replan, but this works.\n{"control":"step_done"}',
      { kind: "step_done", text: "I could replan, but this works." },
    ],
    ['{"control":"step_done"}\n{"control":"step_done","result":"both"}', { kind: "step_done", text: "both" }],
  ])("%j", (reply, signal) => {
    expect(readSignal(reply)).toEqual(signal)
  })
})

describe("a signal that is only talked about", () => {
  it.each([
    "I will say step_done when the tests pass.",
    "Once the tests pass, I'll reply with STEP_DONE.",
    'When it is finished I will output {"control":"step_done"}.',
    'I can\'t emit {"control":"step_done"} yet.',
    'If the build passes: {"control":"step_done"}',
    'When all is green I will send:\n{"control":"step_done"}',
    'For example:\n```json\n{"control":"step_done"}\n```\nIf you agree, I go on:',
    'The control {"control":"step_done"} tells the engine to go on with the next one.',
    'I may answer {"control":"step_done"} or {"control":"replan","reason":"…"} here.',
    "Options:\n- step_done\n- replan\n- step_blocked",
    "There is no need to replan.",
    "Replan the deployment? No: it is fine.",
    "The step done before this one wrote a.txt.",
    "Step done?",
    "step_done is what I say at the end",
    "Not step_done yet.",
    '```ts\nconst signal = {"control":"step_done"}\nsend(signal)\n```',
    '一旦测试通过，我会输出 {"control":"step_done"}。',
    "测试通过之后再输出 STEP_DONE 信号。",
    "还没有到 step_done 的时候。",
    '{"control":"go_on"}',
    '{"status":"done"}',
    '{"step_done": false}',
    '{"control":"step_done"}\n\nHm, no.\n\n{"control":"replan","reason":"it fails"}',
    "",
    "Reading the file now.",
  ])("%j", (reply) => {
    expect(readSignal(reply)).toBeUndefined()
  })
})

describe("our own writing of a signal", () => {
  it.each([
    { kind: "step_done", text: 'said "yes"' },
    { kind: "replan", text: "another way" },
    { kind: "step_blocked", text: "why?" },
  ] as const)("reads back: $kind", (signal) => {
    expect(readSignal(signalText(signal))).toEqual(signal)
  })
})
