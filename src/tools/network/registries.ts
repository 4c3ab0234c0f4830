/** Where a package manager gets packages from. */
export type Registry = {
  /** What people call it. */
  readonly name: string
  /** The programs that use it. */
  readonly programs: readonly string[]
  /** Files of a project that uses it, in its folder; a name that begins with a dot ends others. */
  readonly manifests: readonly string[]
  /** What it reaches where nobody says otherwise. */
  readonly hosts: readonly string[]
  /** Variables in which the user names another one. */
  readonly variables: readonly string[]
  /** Files of a project that may name another one, and where the address stands in them. */
  readonly settings: Readonly<Record<string, RegExp>>
}

/* Whoever wrote these files chose their text: no part of a pattern may look at more than a few characters at once. */
const URL_IN_QUOTES = /\b(?:url|registry|index|index-url)[ \t]{0,20}=[ \t]{0,20}["']([^"'\n]{1,500})["']/g
const MAVEN_URL = /<(?:repository|pluginRepository)>[\s\S]{0,500}?<url>[ \t\r\n]{0,20}([^<\s]{1,500})/g
const GRADLE_URL = /\burl[ \t=(]{1,20}(?:uri[ \t]{0,5}\()?[ \t]{0,20}["']([^"'\n]{1,500})["']/g

/** Those of the usual package managers, as they are when nobody changed anything. */
export const REGISTRIES: readonly Registry[] = [
  {
    name: "the npm registry",
    programs: ["npm", "npx", "pnpm", "pnpx", "yarn", "bun", "bunx", "corepack"],
    manifests: ["package.json"],
    hosts: ["registry.npmjs.org"],
    variables: ["npm_config_registry", "NPM_CONFIG_REGISTRY", "YARN_NPM_REGISTRY_SERVER", "BUN_CONFIG_REGISTRY"],
    settings: {
      ".npmrc": /^[ \t]{0,20}(?:@[\w.-]{1,100}:)?registry[ \t]{0,20}=[ \t]{0,20}["']?([^\s"']{1,500})/gm,
      ".yarnrc": /^[ \t]{0,20}["']?(?:@[\w.-]{1,100}:)?registry["']?[ \t]{1,20}["']?([^\s"']{1,500})/gm,
      ".yarnrc.yml": /\bnpmRegistryServer:[ \t]{0,20}["']?([^\s"']{1,500})/g,
      "bunfig.toml": URL_IN_QUOTES,
    },
  },
  {
    name: "the Yarn registry",
    programs: ["yarn", "yarnpkg"],
    manifests: ["yarn.lock"],
    hosts: ["registry.yarnpkg.com", "repo.yarnpkg.com"],
    variables: [],
    settings: {},
  },
  {
    name: "PyPI",
    programs: ["pip", "pip3", "pipx", "pipenv", "uv", "uvx", "poetry", "pdm", "hatch", "tox", "nox"],
    manifests: ["pyproject.toml", "requirements.txt", "setup.py", "setup.cfg", "Pipfile"],
    hosts: ["pypi.org", "files.pythonhosted.org"],
    variables: [
      "PIP_INDEX_URL",
      "PIP_EXTRA_INDEX_URL",
      "UV_INDEX_URL",
      "UV_DEFAULT_INDEX",
      "UV_EXTRA_INDEX_URL",
      "UV_INDEX",
    ],
    settings: {
      "requirements.txt": /^[ \t]{0,20}(?:-i|--index-url|--extra-index-url)[ \t=]{1,20}(\S{1,500})/gm,
      "pyproject.toml": URL_IN_QUOTES,
      Pipfile: URL_IN_QUOTES,
    },
  },
  {
    name: "crates.io",
    programs: ["cargo"],
    manifests: ["Cargo.toml"],
    hosts: ["index.crates.io", "static.crates.io", "crates.io"],
    variables: [],
    settings: { ".cargo/config.toml": URL_IN_QUOTES, ".cargo/config": URL_IN_QUOTES },
  },
  {
    name: "the Go module proxy",
    programs: ["go"],
    manifests: ["go.mod"],
    hosts: ["proxy.golang.org", "sum.golang.org"],
    variables: ["GOPROXY"],
    settings: {},
  },
  {
    name: "Maven repositories",
    programs: ["mvn", "mvnw", "mvnd"],
    manifests: ["pom.xml"],
    hosts: ["repo.maven.apache.org", "repo1.maven.org"],
    variables: [],
    settings: { "pom.xml": MAVEN_URL },
  },
  {
    name: "Gradle repositories",
    programs: ["gradle", "gradlew"],
    manifests: ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"],
    hosts: [
      "repo.maven.apache.org",
      "repo1.maven.org",
      "plugins.gradle.org",
      "plugins-artifacts.gradle.org",
      "services.gradle.org",
      "downloads.gradle.org",
      "dl.google.com",
    ],
    variables: [],
    settings: {
      "build.gradle": GRADLE_URL,
      "build.gradle.kts": GRADLE_URL,
      "settings.gradle": GRADLE_URL,
      "settings.gradle.kts": GRADLE_URL,
    },
  },
  {
    name: "RubyGems",
    programs: ["gem", "bundle", "bundler"],
    manifests: ["Gemfile"],
    hosts: ["rubygems.org", "index.rubygems.org"],
    variables: [],
    settings: { Gemfile: /^[ \t]{0,20}source[ \t(]{1,20}["']([^"'\n]{1,500})["']/gm },
  },
  {
    name: "Packagist",
    programs: ["composer"],
    manifests: ["composer.json"],
    hosts: ["repo.packagist.org", "packagist.org", "api.github.com", "codeload.github.com"],
    variables: [],
    settings: {},
  },
  {
    name: "NuGet",
    programs: ["dotnet", "nuget"],
    manifests: [".csproj", ".fsproj", ".sln"],
    hosts: ["api.nuget.org", "www.nuget.org"],
    variables: [],
    settings: { "nuget.config": /<add\b[^>]{0,500}\bvalue[ \t]{0,20}=[ \t]{0,20}["'](https?:[^"'\n]{1,500})["']/gi },
  },
  {
    name: "Hex",
    programs: ["mix", "rebar3"],
    manifests: ["mix.exs"],
    hosts: ["repo.hex.pm", "hex.pm", "builds.hex.pm"],
    variables: ["HEX_MIRROR"],
    settings: {},
  },
]
