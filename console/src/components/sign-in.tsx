import { useState } from "react"
import { api } from "../api/client.ts"
import { keepToken } from "../api/session.ts"
import { asFailure } from "../state/use-loaded.ts"
import { useWords } from "../words/use-words.ts"
import "./sign-in.css"

/** For a browser that has no token, or an old one: a new address, or the token itself. */
export function SignIn() {
  const say = useWords()
  const [text, setText] = useState("")
  const [note, setNote] = useState("")

  const enter = async () => {
    keepToken(text.trim())
    try {
      await api.settings()
      location.reload()
    } catch (error) {
      const { code, message } = asFailure(error)
      setNote(code === "unauthorized" ? say("sign.wrong") : message)
    }
  }
  const askForAddress = () =>
    api.tellAddress().then(
      () => setNote(say("sign.printed")),
      (error: unknown) => setNote(asFailure(error).message),
    )

  return (
    <form
      className="blank sign-in"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== "") void enter()
      }}
    >
      <h2>{say("sign.title")}</h2>
      <p>{say("sign.address")}</p>
      <button type="button" className="button" onClick={askForAddress}>
        {say("sign.print")}
      </button>
      <p>{say("sign.paste")}</p>
      <label className="field">
        <span>{say("sign.token")}</span>
        <input
          className="input"
          type="password"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <button type="submit" className="button primary" disabled={text.trim() === ""}>
        {say("sign.enter")}
      </button>
      <p role="status">{note}</p>
    </form>
  )
}
