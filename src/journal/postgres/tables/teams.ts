/**
 * Who may do what, and what was spent.
 *
 * A call of a model is spent in the transaction that logs it. What a run begins with (`keelson.beginning`) was copied from another one.
 */
export const TEAMS = `
   CREATE TABLE keelson.tenants (
     name text PRIMARY KEY,
     weight double precision NOT NULL DEFAULT 1 CHECK (weight > 0),
     max_runs integer CHECK (max_runs >= 0),
     max_cost double precision CHECK (max_cost >= 0),
     max_tokens bigint CHECK (max_tokens >= 0)
   );
   INSERT INTO keelson.tenants (name) VALUES ('default');

   CREATE TABLE keelson.tokens (
     name text PRIMARY KEY,
     tenant text NOT NULL REFERENCES keelson.tenants (name),
     role text NOT NULL CHECK (role IN ('view', 'run', 'approve', 'administer')),
     places text[] NOT NULL DEFAULT '{}',
     digest bytea NOT NULL UNIQUE,
     created_at timestamptz NOT NULL DEFAULT now()
   );

   CREATE TABLE keelson.spending (
     tenant text NOT NULL,
     day date NOT NULL,
     calls bigint NOT NULL,
     tokens bigint NOT NULL,
     cost double precision NOT NULL,
     PRIMARY KEY (tenant, day)
   ) WITH (fillfactor = 50);

   CREATE FUNCTION keelson.spend() RETURNS trigger LANGUAGE plpgsql AS $$
   DECLARE
     said jsonb := NEW.body::jsonb;
   BEGIN
     IF current_setting('keelson.beginning', true) = 'yes' THEN
       RETURN NULL;
     END IF;
     INSERT INTO keelson.spending AS so_far (tenant, day, calls, tokens, cost)
     SELECT tenant, (now() AT TIME ZONE 'utc')::date, 1,
       coalesce((said #>> '{usage,prompt}')::bigint, 0) + coalesce((said #>> '{usage,completion}')::bigint, 0),
       coalesce((said ->> 'cost')::double precision, 0)
     FROM keelson.runs WHERE id = NEW.run_id
     ON CONFLICT (tenant, day) DO UPDATE SET calls = so_far.calls + 1,
       tokens = so_far.tokens + excluded.tokens, cost = so_far.cost + excluded.cost;
     RETURN NULL;
   END $$;
   CREATE TRIGGER spend AFTER INSERT ON keelson.entries FOR EACH ROW
     WHEN (NEW.kind = 'event' AND starts_with(NEW.body, '{"type":"model.called"')) EXECUTE FUNCTION keelson.spend();

   CREATE TABLE keelson.counters (
     process integer NOT NULL,
     name text NOT NULL,
     labels text NOT NULL,
     value double precision NOT NULL,
     PRIMARY KEY (process, name, labels)
   ) WITH (fillfactor = 50);`
