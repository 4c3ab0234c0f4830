import { expect, it } from "vitest"
import { reachesOut } from "./reaches-out.ts"

it.each([
  "npm publish",
  "npm test; npm publish --access public",
  "cd pkg && pnpm -r publish",
  "git push origin main",
  "git -C sub push",
  "npm run deploy:prod",
  "make release",
  "sh scripts/deploy.sh",
  "./publish.sh --now",
  "FOO=1 sudo kubectl apply -f x.yaml",
  "npx vercel deploy",
  "twine upload dist/*",
  "docker push me/image",
  "gh release create v1",
  "curl -X POST https://example.org/hook",
  "rsync -a dist/ example.org:/srv",
])("leaves this machine: %s", (command) => {
  expect(reachesOut(command)).toBe(true)
})

it.each([
  "npm test",
  "npm run build",
  "cargo build --release",
  "git commit -m 'deploy it'",
  "curl -s http://127.0.0.1:3000/push",
  "curl localhost:8080",
  "node -e 'a.push(1)'",
  "pytest tests/test_deploy.py",
  "echo published > note.txt",
  "docker build .",
])("stays: %s", (command) => {
  expect(reachesOut(command)).toBe(false)
})
