// until-negative, right
br x30
