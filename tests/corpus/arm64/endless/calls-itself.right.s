// calls-itself, right
br x30
